import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { doors } from '../../../src/mail/providers/all.ts';
import { type MailService, startMailService } from '../../../src/mail/service/service.ts';
import type { Foreign } from './mailpit-clients.ts';

/** Runs an operation of the SDK, and checks what it answers and what is read back. */
export type SdkRow = (client: Foreign, service: MailService) => Promise<unknown>;

export interface SdkTable {
  /** The door. */
  readonly door: string;
  readonly create: (address: { readonly url: string; readonly apiKey: string }) => Foreign;
  /** Every operation, from the SDK's own classes. */
  readonly operations: (client: Foreign) => readonly string[];
  /** One row for each operation that the door has. */
  readonly rows: Readonly<Record<string, SdkRow>>;
  /** Methods without a request of their own. */
  readonly local?: readonly string[];
}

/** One test for each operation of an SDK. An operation is a row, absent by name in the door, or local. */
export function describeSdk(title: string, { door, create, operations, rows, local = [] }: SdkTable): void {
  const absent = doors.find(({ name }) => name === door)?.absent ?? [];
  const absentNames = absent.map(([, , name]) => name);
  describe(title, () => {
    let service: MailService;
    let client: Foreign;
    let answered = 0;
    beforeAll(async () => {
      service = await startMailService({ rateLimit: false });
      client = create(service.services[door] ?? { url: '', apiKey: '' });
    });
    beforeEach(() => service.reset());
    afterAll(async () => {
      await service.close();
      const all = operations(client).filter((name) => !local.includes(name));
      const rest = all.length - Object.keys(rows).length;
      console.info(`${title}: operations: ${answered} of ${all.length - rest} answered, ${rest} with 501`);
    });

    it('names every operation', () => {
      const named = [...Object.keys(rows), ...absentNames];
      const all = operations(client).filter((name) => !local.includes(name));
      expect(all.filter((name) => !named.includes(name))).toEqual([]);
      expect(Object.keys(rows).filter((name) => absentNames.includes(name) || !all.includes(name))).toEqual(
        [],
      );
    });

    it.each(Object.entries(rows))('%s', async (_name, run) => {
      await run(client, service);
      answered += 1;
    });
  });
}

/** The methods of an object and of the objects in it, by their path: `emails.send`. */
export function methodsOf(client: object, depth = 4): string[] {
  const seen = new Set<unknown>([client]);
  const walk = (object: object, path: string, left: number): string[] =>
    namesOf(object).flatMap((name) => {
      const value: unknown = Reflect.get(object, name);
      if (typeof value === 'function') return [`${path}${name}`];
      if (typeof value !== 'object' || value === null || seen.has(value) || left === 0) return [];
      if (Object.getPrototypeOf(value) === Object.prototype) return [];
      seen.add(value);
      return walk(value, `${path}${name}.`, left - 1);
    });
  return walk(client, '', depth);
}

function namesOf(object: object): string[] {
  const names = new Set<string>();
  for (let at = object; at && at !== Object.prototype; at = Object.getPrototypeOf(at))
    for (const name of Object.getOwnPropertyNames(at)) names.add(name);
  names.delete('constructor');
  return [...names];
}
