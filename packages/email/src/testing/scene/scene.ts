import type { PagedList } from '@org/core/paging';
import type { EmailClient } from '../../client.ts';
import {
  type allMethods,
  type EmailCapabilities,
  methodsOf,
  type PartName,
} from '../../model/capabilities.ts';
import type { ContentMessage } from '../../model/message.ts';
import type { EmailDriverHarness, TestFramework } from './harness.ts';

/** The client of any driver: every part may exist. */
export type AnyClient = EmailClient<AllCapabilities>;

type AllParts = typeof allMethods;

interface AllCapabilities extends EmailCapabilities {
  readonly templates: AllParts['templates'];
  readonly contacts: AllParts['contacts'];
  readonly lists: AllParts['lists'];
  readonly suppressions: AllParts['suppressions'];
  readonly messages: AllParts['messages'];
  readonly webhooks: AllParts['webhooks'];
  readonly request: true;
}

/** The objects of one test. */
export interface Scene extends EmailDriverHarness {
  readonly expect: TestFramework['expect'];
  readonly email: AnyClient;
  readonly capabilities: EmailCapabilities;
  readonly placeholder: (name: string) => string;
}

export type DriverTest = readonly [name: string, run: (scene: Scene) => Promise<void>];

export const message: ContentMessage = {
  from: 'ann@acme.dev',
  to: 'bob@example.com',
  subject: 'Grüße aus Zürich ✓',
  html: '<p>Hällo</p>',
};

/** Asks whether the driver has a method of this part. */
export function methodCheck({ capabilities }: Scene, part: PartName): (name: string) => boolean {
  const methods = methodsOf(capabilities, part);
  return (name) => methods.includes(name);
}

export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** Reads the first page, and then the rest from its cursor. */
export async function resumed<Item>(list: (cursor: string | undefined) => PagedList<Item>): Promise<Item[]> {
  for await (const { items, nextCursor } of list(undefined).pages()) {
    return nextCursor === undefined ? [...items] : [...items, ...(await collect(list(nextCursor)))];
  }
  return [];
}

/** The code of the error that a call rejects with. */
export async function codeOf(run: () => PromiseLike<unknown>): Promise<unknown> {
  try {
    await run();
  } catch (error) {
    return typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : error;
  }
  return 'no error';
}
