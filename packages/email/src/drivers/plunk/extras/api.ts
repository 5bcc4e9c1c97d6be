import type { CallOptions } from '@org/core';
import { LazyModule } from '@org/core/driver';
import type { PagedList } from '@org/core/paging';
import { type Contact, pagedLater, type WriteReceipt } from '../../../driver.ts';
import type { PlunkBulkStatus } from '../bulk-status.ts';
import type {
  PlunkCampaign,
  PlunkCampaignFilter,
  PlunkCampaignInput,
  PlunkCampaignStats,
} from './campaign-model.ts';
import type { PlunkLookup, PlunkRequests, PlunkVerification } from './model.ts';

/** What Plunk alone has. @public */
export interface PlunkApi {
  /** Judges an address by its form and its domain; sends nothing. */
  verify(email: string, options?: CallOptions): Promise<PlunkVerification>;
  readonly contacts: PlunkContactApi;
  readonly campaigns: PlunkCampaignApi;
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

/** Campaigns. @public */
export interface PlunkCampaignApi {
  /** All campaigns, page by page during the iteration. */
  list(filter?: PlunkCampaignFilter, options?: CallOptions): PagedList<PlunkCampaign>;
  /** @throws NotFoundError when the service has none with this id */
  get(id: string, options?: CallOptions): Promise<PlunkCampaign>;
  /** Creates a draft. @throws InvalidInputError for a missing, unknown or invalid field */
  create(campaign: PlunkCampaignInput, options?: CallOptions): Promise<PlunkCampaign>;
  /** Changes the given fields and keeps the others. */
  update(id: string, changes: Partial<PlunkCampaignInput>, options?: CallOptions): Promise<PlunkCampaign>;
  delete(id: string, options?: CallOptions): Promise<void>;
  /** A draft with the same content. */
  duplicate(id: string, options?: CallOptions): Promise<PlunkCampaign>;
  /** Sends to the whole audience: now, or at `sendAt`. A call with unknown outcome is not repeated. */
  send(id: string, options?: CallOptions & { readonly sendAt?: Date | undefined }): Promise<PlunkCampaign>;
  /** Stops a campaign that is scheduled or being sent. */
  cancel(id: string, options?: CallOptions): Promise<PlunkCampaign>;
  /** Sends the campaign to one address. */
  sendTest(id: string, email: string, options?: CallOptions): Promise<void>;
  stats(id: string, options?: CallOptions): Promise<PlunkCampaignStats>;
}

/**
 * What Plunk has and other services do not, through a client with `plunk()`: its key, limiter, retries and
 * errors. @public
 *
 * @example
 * const { verify, campaigns } = plunkApi(email);
 */
export function plunkApi(client: PlunkRequests): PlunkApi {
  const allCalls = new LazyModule('plunk', async () => (await import('./api-calls.ts')).createCalls(client));
  const calls = () => allCalls.load();
  const campaignCalls = new LazyModule('plunk', async () =>
    (await import('./campaigns.ts')).createCampaignCalls(client),
  );
  const campaigns = () => campaignCalls.load();
  return {
    verify: later(calls, 'verify'),
    contacts: laterEach(calls, ['lookUp', 'findByEmail', 'subscribe', 'unsubscribe', 'delete', 'bulkStatus']),
    campaigns: {
      list: (filter = {}, options) => pagedLater(async () => (await campaigns()).list(filter, options)),
      ...laterEach(campaigns, [
        'get',
        'create',
        'update',
        'delete',
        'duplicate',
        'send',
        'cancel',
        'sendTest',
        'stats',
      ]),
    },
  };
}

/** A method whose code loads with its first call. */
function later<Calls extends object, Name extends keyof Calls>(
  load: () => Promise<Calls>,
  name: Name,
): Calls[Name] {
  const method = async (...given: readonly unknown[]) =>
    Reflect.apply((await load())[name] as () => unknown, undefined, given);
  return method as Calls[Name];
}

function laterEach<Calls extends object, const Name extends keyof Calls>(
  load: () => Promise<Calls>,
  names: readonly Name[],
): Pick<Calls, Name> {
  return Object.fromEntries(names.map((name) => [name, later(load, name)])) as Pick<Calls, Name>;
}
