import { randomUUID } from 'node:crypto';
import type { SandboxRequest } from '../../http/exchange.ts';
import { type Route, route } from '../../http/router.ts';
import type { Contact, ContactBook } from './contact-book.ts';
import { PlunkFailure } from './failure.ts';
import { createFieldReader } from './fields.ts';
import { readFields } from './json-body.ts';
import { clampInteger } from './paging.ts';

/** A static segment of the API. The sandbox evaluates no conditions. */
export interface Segment {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly type: 'STATIC';
  readonly condition: null;
  readonly trackMembership: boolean;
  readonly memberCount: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The segments of the project. */
export interface SegmentStore {
  /** @throws {PlunkFailure} 404 */
  membersOf(id: string): readonly Contact[];
  /** In order of creation. */
  all(): readonly Segment[];
  readonly routes: readonly Route[];
}

const maxSegments = 1000;
const maxMembers = 500;

/** An empty store. */
export function createSegmentStore(contacts: ContactBook, now: () => number): SegmentStore {
  const byId = new Map<string, Segment>();
  const memberIds = new Map<string, Set<string>>();
  const timestamp = (): string => new Date(now()).toISOString();
  const membersOf = (id: string): readonly Contact[] => {
    if (!byId.has(id)) throw new PlunkFailure(404, 'Segment not found');
    return contacts.all().filter((contact) => memberIds.get(id)?.has(contact.id));
  };
  const get = (id: string): Segment => {
    const memberCount = membersOf(id).length;
    return { ...(byId.get(id) as Segment), memberCount };
  };
  const idsOf = (id: string): Set<string> => memberIds.get(get(id).id) ?? new Set();

  const all = (): readonly Segment[] => [...byId.keys()].map(get);

  return {
    membersOf,
    all,
    routes: [
      route('GET', '/segments', () => ({ status: 200, json: [...all()].reverse() })),
      route('POST', '/segments', (request) => {
        const fields = readFields(request);
        const refusal = findRefusal(fields, byId.size);
        if (refusal !== undefined) return { status: 400, json: { error: refusal } };
        const at = timestamp();
        const segment = {
          ...emptySegment,
          ...readChange(fields),
          id: randomUUID(),
          createdAt: at,
          updatedAt: at,
        };
        byId.set(segment.id, segment);
        memberIds.set(segment.id, new Set());
        return { status: 201, json: segment };
      }),
      route('GET', '/segments/:id', (_, { id = '' }) => ({ status: 200, json: get(id) })),
      route('PATCH', '/segments/:id', (request, { id = '' }) => {
        byId.set(id, { ...get(id), ...readChange(readFields(request)), updatedAt: timestamp() });
        return { status: 200, json: get(id) };
      }),
      route('DELETE', '/segments/:id', (_, { id = '' }) => {
        memberIds.delete(get(id).id);
        byId.delete(id);
        return { status: 204 };
      }),
      route('GET', '/segments/:id/contacts', ({ query }, { id = '' }) => ({
        status: 200,
        json: pageOf(membersOf(id), query),
      })),
      route('POST', '/segments/:id/members', (request, { id = '' }) =>
        addMembers(request, contacts, idsOf(id)),
      ),
      route('DELETE', '/segments/:id/members', (request, { id = '' }) => {
        const members = idsOf(id);
        const known = readEmails(request).flatMap((email) => contacts.find(email) ?? []);
        for (const contact of known) members.delete(contact.id);
        return { status: 200, json: { removed: known.length } };
      }),
    ],
  };
}

const emptySegment = {
  name: '',
  description: null,
  type: 'STATIC',
  condition: null,
  trackMembership: false,
  memberCount: 0,
} as const;

// This endpoint has another form of error for missing fields.
function findRefusal({ name, type }: Readonly<Record<string, unknown>>, count: number): string | undefined {
  if (!name) return 'Name is required';
  if (type !== 'STATIC') return 'The sandbox has STATIC segments only';
  return count < maxSegments ? undefined : `The sandbox holds at most ${maxSegments} segments`;
}

function addMembers(request: SandboxRequest, contacts: ContactBook, members: Set<string>) {
  const { createMissing, subscribed } = readFields(request);
  const emails = readEmails(request);
  const missing = emails.filter((email) => contacts.find(email) === undefined);
  const notFound = createMissing === true ? [] : missing;
  for (const email of emails.filter((each) => !notFound.includes(each))) {
    const change = missing.includes(email) ? { subscribed: subscribed !== false } : {};
    members.add(contacts.upsert(email, change, true).contact.id);
  }
  const created = missing.length - notFound.length;
  return { status: 200, json: { added: emails.length - notFound.length, created, notFound } };
}

function readChange(
  fields: Readonly<Record<string, unknown>>,
): Partial<Pick<Segment, 'name' | 'description'>> {
  const reader = createFieldReader();
  const { name, description } = fields;
  const change = {
    ...(name === undefined
      ? {}
      : { name: reader.text('name', name, { minLength: 1, maxLength: 100 }) ?? '' }),
    ...(description === undefined
      ? {}
      : { description: reader.text('description', description, { maxLength: 500 }) ?? null }),
  };
  reader.finish();
  return change;
}

function readEmails(request: SandboxRequest): readonly string[] {
  const reader = createFieldReader();
  const list = reader.list('emails', readFields(request)['emails'], maxMembers) ?? [];
  const emails = list.map((email, index) => reader.email(`emails.${index}`, email) ?? '');
  reader.finish();
  return emails;
}

/** One page of a list, counted from 1. */
export function pageOf<Item>(items: readonly Item[], query: SandboxRequest['query']) {
  const page = clampInteger(query.get('page'), 1, Number.MAX_SAFE_INTEGER);
  const pageSize = clampInteger(query.get('pageSize'), 20, 100);
  const data = items.slice((page - 1) * pageSize, page * pageSize);
  return { data, total: items.length, page, pageSize, totalPages: Math.ceil(items.length / pageSize) };
}
