import type { CallOptions } from '@org/core';
import { LazyModule } from '@org/core/driver';
import type { Contact, WriteReceipt } from '../../../resources.ts';
import type { PlunkBulkStatus } from '../bulk-status.ts';
import type { PlunkLookup, PlunkRequests, PlunkVerification } from './model.ts';

/** What Plunk alone has. @public */
export interface PlunkApi {
  /** Judges an address by its form and its domain; sends nothing. */
  verify(email: string, options?: CallOptions): Promise<PlunkVerification>;
  readonly contacts: PlunkContactApi;
}

/** Calls for many contacts. @public */
export interface PlunkContactApi {
  /** Which of these addresses are contacts; 500 addresses in one request. */
  lookUp(emails: readonly string[], options?: CallOptions): Promise<PlunkLookup>;
  /** The contact with this address. */
  findByEmail(email: string, options?: CallOptions): Promise<Contact | undefined>;
  /** Subscribes at most 1000 contacts to marketing mail; `bulkStatus` has the progress. */
  subscribe(contactIds: readonly string[], options?: CallOptions): Promise<WriteReceipt>;
  /** Unsubscribes at most 1000 contacts. */
  unsubscribe(contactIds: readonly string[], options?: CallOptions): Promise<WriteReceipt>;
  /** Deletes at most 1000 contacts. */
  delete(contactIds: readonly string[], options?: CallOptions): Promise<WriteReceipt>;
  /** @throws NotFoundError when the service has none with this id */
  bulkStatus(jobId: string, options?: CallOptions): Promise<PlunkBulkStatus>;
}

/**
 * What Plunk has and other services do not, through a client with `plunk()`: its key, limiter, retries and
 * errors. @public
 *
 * @example
 * const { verify, contacts } = plunkApi(email);
 */
export function plunkApi(client: PlunkRequests): PlunkApi {
  const allCalls = new LazyModule('plunk', async () => (await import('./api-calls.ts')).createCalls(client));
  const names = [
    'verify',
    'lookUp',
    'findByEmail',
    'subscribe',
    'unsubscribe',
    'delete',
    'bulkStatus',
  ] as const;
  const { verify, ...contacts } = laterEach(() => allCalls.load(), names);
  return { verify, contacts };
}

/** Methods whose code loads with the first call. */
function laterEach<Calls extends object, const Name extends keyof Calls>(
  load: () => Promise<Calls>,
  names: readonly Name[],
): Pick<Calls, Name> {
  const later =
    (name: Name) =>
    async (...given: readonly unknown[]) =>
      Reflect.apply((await load())[name] as () => unknown, undefined, given);
  return Object.fromEntries(names.map((name) => [name, later(name)])) as Pick<Calls, Name>;
}
