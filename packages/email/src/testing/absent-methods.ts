import type { PagedList } from '@org/core/paging';
import { allMethods, methodsOf, type PartName } from '../model/capabilities.ts';
import { codeOf, collect, type DriverTest } from './scene/scene.ts';

type Method = (...parameters: unknown[]) => unknown;

export const absentMethodTests: readonly DriverTest[] = [
  [
    'rejects every method that the service lacks with UnsupportedError, awaited or iterated',
    async ({ expect, email, capabilities }) => {
      for (const [part, names] of Object.entries(allMethods) as [PartName, readonly string[]][]) {
        const present = methodsOf(capabilities, part);
        for (const name of names.filter((method) => !present.includes(method))) {
          const method = Reflect.get(email[part], name) as Method;
          expect([part, name, await codeOf(async () => callWhole(await method('x')))]).toEqual([
            part,
            name,
            'unsupported',
          ]);
        }
      }
    },
    'templates',
  ],
  [
    'rejects the iteration of a list that the service lacks, whole or page by page',
    async ({ expect, email, capabilities }) => {
      const lists: readonly [PartName, () => PagedList<unknown>][] = [
        ['templates', () => email.templates.list()],
        ['contacts', () => email.contacts.list()],
        ['lists', () => email.lists.list()],
        ['suppressions', () => email.suppressions.list()],
      ];
      for (const [part, list] of lists) {
        if (methodsOf(capabilities, part).includes('list')) continue;
        expect([part, await codeOf(() => collect(list()))]).toEqual([part, 'unsupported']);
        expect([part, await codeOf(() => collect(list().pages()))]).toEqual([part, 'unsupported']);
      }
    },
    'templates',
  ],
];

/** `webhooks.handler` returns the function that rejects. */
function callWhole(result: unknown): unknown {
  return typeof result === 'function' ? result(new Request('https://example.com/webhook')) : result;
}
