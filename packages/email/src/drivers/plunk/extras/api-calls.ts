// Loaded with the first call of plunkApi().
import { type CallOptions, type RawRequest, ResponseFormatError, type Schema } from '@org/core';
import { invalidInput } from '@org/core/driver';
import { jsonSchema, listOf, readEmail, readInput } from '../../../driver.ts';
import type { Contact, WriteReceipt } from '../../../resources.ts';
import * as z from '../../../wire/schema.ts';
import type { PlunkBulkStatus } from '../bulk-status.ts';
import { plunkJob } from '../contacts.ts';
import { plunkContactPage } from '../decode.ts';
import { withoutUndefined } from '../failure-body.ts';
import { plunkBulkStatus } from '../jobs.ts';
import type { PlunkLookup, PlunkRequests, PlunkVerification } from './model.ts';

/** Sends a request of Plunk's API through the pipeline of the client, and reads its response. */
export async function callPlunk<Output>(
  client: PlunkRequests,
  request: RawRequest,
  schema: Schema<Output>,
  options: CallOptions | undefined,
): Promise<Output> {
  const response = await client.request(request, options);
  const result = await schema['~standard'].validate(response.json());
  if (result.issues === undefined) return result.value;
  const { method, path, safety } = request;
  throw new ResponseFormatError({
    message: `Plunk's response to ${method} ${path} is not in the documented form.`,
    provider: 'plunk',
    status: response.status,
    // A proxy may have answered: only the documented response proves that Plunk acted.
    outcome: method === 'GET' || safety === 'read' ? 'sent' : 'unknown',
  });
}

/** The responses to verify, track and campaigns have their content in `data`. */
export function dataSchema<Wire, Output>(wire: z.ZodMiniType<Wire>, map: (data: Wire) => Output) {
  const schema = z.object({ data: wire });
  return jsonSchema(schema, ({ data }) => map(data as Wire));
}

const wireVerification = z.object({
  email: z.string(),
  valid: z.boolean(),
  isDisposable: z.boolean(),
  isAlias: z.boolean(),
  isTypo: z.boolean(),
  isPlusAddressed: z.boolean(),
  isPersonalEmail: z.boolean(),
  domainExists: z.boolean(),
  hasWebsite: z.boolean(),
  hasMxRecords: z.boolean(),
  suggestedEmail: z.optionalText(),
  reasons: z.array(z.string()),
});
const verification = dataSchema(
  wireVerification,
  (wire): PlunkVerification =>
    withoutUndefined({ ...wire, suggestedEmail: wire.suggestedEmail ?? undefined }),
);

async function verify(client: PlunkRequests, address: string, options?: CallOptions) {
  const email = readInput('The address is not valid', (report) => readEmail(address, 'email', report) ?? '');
  const request = { method: 'POST', path: '/v1/verify', json: { email }, safety: 'read' } as const;
  return callPlunk(client, request, verification, options);
}

const wireLookup = z.object({ found: z.array(z.string()), notFound: z.array(z.string()) });
const lookup = jsonSchema(wireLookup, (wire): PlunkLookup => wire);

// "Maximum 500 emails per lookup", and 1000 contacts of one bulk action: `controllers/Contacts.ts` of Plunk.
const maxLookup = 500;
const maxBulk = 1000;

async function lookUp(client: PlunkRequests, addresses: readonly string[], options?: CallOptions) {
  const emails = readInput(
    'The addresses are not valid',
    (report) => listOf(readEmail)(addresses, 'emails', report) ?? [],
  );
  const found: string[] = [];
  const notFound: string[] = [];
  for (let start = 0; start < emails.length; start += maxLookup) {
    const json = { emails: emails.slice(start, start + maxLookup) };
    const request = { method: 'POST', path: '/contacts/lookup', json, safety: 'read' } as const;
    const part = await callPlunk(client, request, lookup, options);
    found.push(...part.found);
    notFound.push(...part.notFound);
  }
  return { found, notFound };
}

/** Plunk searches for a part of the address; the pages are few. */
async function findByEmail(
  client: PlunkRequests,
  address: string,
  options?: CallOptions,
): Promise<Contact | undefined> {
  const email = readInput('The address is not valid', (report) => readEmail(address, 'email', report) ?? '');
  let cursor: string | undefined;
  do {
    const query = { search: email, limit: 100, cursor };
    const request = { method: 'GET', path: '/contacts', query } as const;
    const page = await callPlunk(client, request, plunkContactPage, options);
    const found = page.items.find((contact) => contact.email.toLowerCase() === email.toLowerCase());
    if (found !== undefined) return found;
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return undefined;
}

async function startBulk(
  client: PlunkRequests,
  action: 'subscribe' | 'unsubscribe' | 'delete',
  contactIds: readonly string[],
  options?: CallOptions,
): Promise<WriteReceipt> {
  if (contactIds.length === 0 || contactIds.length > maxBulk)
    throw invalidInput('contactIds', `must have 1 to ${maxBulk} ids`);
  // Newer versions require `mode`, older ones ignore it.
  const json = { mode: 'ids', contactIds };
  const path = `/contacts/bulk-${action}`;
  return callPlunk(client, { method: 'POST', path, json, safety: 'idempotent' }, plunkJob, options);
}

async function bulkStatus(
  client: PlunkRequests,
  jobId: string,
  options?: CallOptions,
): Promise<PlunkBulkStatus> {
  const request = { method: 'GET', path: '/contacts/bulk/{jobId}', params: { jobId } } as const;
  return callPlunk(client, request, plunkBulkStatus, options);
}

/** The calls of plunkApi() besides campaigns. */
export function createCalls(client: PlunkRequests) {
  const bulk =
    (action: 'subscribe' | 'unsubscribe' | 'delete') => (ids: readonly string[], options?: CallOptions) =>
      startBulk(client, action, ids, options);
  return {
    verify: (email: string, options?: CallOptions) => verify(client, email, options),
    lookUp: (emails: readonly string[], options?: CallOptions) => lookUp(client, emails, options),
    findByEmail: (email: string, options?: CallOptions) => findByEmail(client, email, options),
    subscribe: bulk('subscribe'),
    unsubscribe: bulk('unsubscribe'),
    delete: bulk('delete'),
    bulkStatus: (jobId: string, options?: CallOptions) => bulkStatus(client, jobId, options),
  };
}
