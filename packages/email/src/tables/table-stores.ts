import type { Classify, ServiceResponse } from '@org/core';
import { defineRequest } from '@org/core/driver';
import { bodyOf, type FieldPath, findWords, idOf, placeWithin, valueAt } from '@org/core/tables';
import type { Change, PagedFilter } from '../driver/operations.ts';
import { cannotCarry, refuseFields } from '../driver.ts';
import type { Contact, UpsertedContact } from '../model/resources/contact.ts';
import type { Suppression, SuppressionReason } from '../model/resources/suppression.ts';
import type { Template } from '../model/resources/template.ts';
import { type StoreService, type StoreTable, sentFields } from './store-table.ts';
import { readTableItem, readTablePage, tablePageQuery } from './table-items.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What the parts do not have in common: fields of every item, of no table, and those of a filter. */
const parts = {
  templates: { required: ['id', 'name'], absent: ['from', 'replyTo'], filters: ['search', 'kind'] },
  contacts: { required: ['id', 'email'], absent: [], filters: ['search', 'subscribed'] },
  suppressions: { required: ['email'], absent: ['scopeId'], filters: ['reason', 'scopeId', 'from', 'to'] },
} as const;

/**
 * The requests of what a service stores, by tables of places: for the operations of `httpDriver`. A field
 * that a table does not have is an `UnsupportedError` before a request. @public
 *
 * @param classify - the meaning of a failure
 * @param proves - whether a 2xx response proves a write that has no result; a 204 and the item do
 * @example
 * ```ts
 * const suppressions = { path: '/v1/blocks', fields: { email: 'address' } };
 * const requests = tableStores({ name: 'acme', suppressions }, classifyStatus);
 * ```
 */
export function tableStores(
  service: StoreService,
  classify: Classify,
  proves: (response: ServiceResponse) => boolean = () => false,
) {
  const { templates, contacts, suppressions } = service;
  const ofTemplates = templates && requestsOf<Template>(service, 'templates', templates, proves);
  const ofContacts = contacts && requestsOf<Contact>(service, 'contacts', contacts, proves);
  return {
    ...(ofTemplates && {
      'template.create': defineRequest({ ...ofTemplates.create, safety: 'unsafe' }),
      'template.get': ofTemplates.get,
      'template.list': ofTemplates.list,
      'template.update': ofTemplates.update,
      'template.delete': ofTemplates.delete,
    }),
    ...(ofContacts && {
      'contact.upsert': defineRequest({
        ...ofContacts.create,
        safety: 'idempotent',
        decode: (response): UpsertedContact => ({ contact: ofContacts.create.decode(response) }),
      }),
      'contact.get': ofContacts.get,
      'contact.list': ofContacts.list,
      'contact.update': ofContacts.update,
      'contact.delete': ofContacts.delete,
    }),
    ...(suppressions && suppressionRequests(service, suppressions, classify, proves)),
  };
}

function suppressionRequests(
  service: StoreService,
  store: NonNullable<StoreService['suppressions']>,
  classify: Classify,
  proves: (response: ServiceResponse) => boolean,
) {
  const { create, get, list, ...rest } = requestsOf<Suppression>(service, 'suppressions', store, proves);
  const { code, message } = service.errors ?? {};
  /** The service's own 404, and not that of a proxy or a wrong base URL. */
  const isMissing = (response: ServiceResponse): boolean => {
    if (response.status !== 404) return false;
    const json = response.json();
    return code === undefined
      ? findWords(json, message) !== undefined
      : idOf(valueAt(json, code)) !== undefined;
  };
  // An address that is not on the list is an answer, and no failure.
  const classifyOthers: Classify = (response, context) =>
    isMissing(response) ? undefined : classify(response, context);
  return {
    'suppression.check': defineRequest({
      ...get,
      classify: classifyOthers,
      decode: (response): readonly Suppression[] => (response.status === 404 ? [] : [get.decode(response)]),
    }),
    'suppression.list': list,
    'suppression.add': defineRequest({
      safety: 'idempotent',
      encode: create.encode,
      isAccepted: rest.delete.isAccepted,
    }),
    'suppression.remove': defineRequest({
      ...rest.delete,
      encode: ({ email, ...others }: { readonly email: string }) => {
        refuseFields<Fields>(service.name, others, ['scopeId', 'reason']);
        return rest.delete.encode(email);
      },
      classify: classifyOthers,
      isAccepted: (response) => isMissing(response) || rest.delete.isAccepted(response),
    }),
  };
}

function requestsOf<Item>(
  { name, suppressions }: StoreService,
  part: keyof typeof parts,
  store: StoreTable<object, string>,
  proves: (response: ServiceResponse) => boolean,
) {
  const { path, item: at = '', update = 'PATCH' } = store;
  const filters: Readonly<Record<string, string | undefined>> = store.filters ?? {};
  const fields = store.fields as Readonly<Record<string, FieldPath | undefined>>;
  const { required, absent, filters: filterNames } = parts[part];
  const [idName] = required;
  const read = (wire: unknown, where: string) =>
    completed(part, readTableItem(wire, fields, required, where), suppressions?.reasons) as Item;
  const decode = (response: ServiceResponse) => read(valueAt(response.json(), at), at);
  const idPath = placeWithin(at, fields[idName] ?? '');
  const isAccepted = (response: ServiceResponse) => idOf(valueAt(response.json(), idPath)) !== undefined;
  const target = (id: string) => ({ path: `${path}/{${idName}}`, params: { [idName]: id } });
  const wordOf = (field: string, value: unknown) =>
    field === 'reason' ? reasonWord(name, suppressions?.reasons, value) : value;
  const toJson = (input: object) => {
    const given = input as Fields;
    const sent: readonly string[] = sentFields[part];
    refuseFields(name, given, [...absent, ...sent.filter((field) => fields[field] === undefined)]);
    if ((given['kind'] ?? 'transactional') !== 'transactional')
      throw cannotCarry(name, 'kind', "must be 'transactional': the table has no kinds");
    return bodyOf(sent.map((field) => [fields[field], wordOf(field, given[field])]));
  };
  return {
    create: {
      encode: (input: object) => ({ method: 'POST', path, json: toJson(input) }) as const,
      decode,
      isAccepted,
    },
    get: { safety: 'read', encode: (id: string) => ({ method: 'GET', ...target(id) }) as const, decode },
    list: defineRequest({
      safety: 'read',
      encode: (filter: PagedFilter<object>) => {
        const given = filter as Fields;
        refuseFields(
          name,
          given,
          filterNames.filter((field) => filters[field] === undefined),
        );
        const query = filterNames.flatMap((field) => {
          const value = wordOf(field, given[field]);
          return value === undefined ? [] : [[filters[field] ?? '', String(value)] as const];
        });
        const paging = tablePageQuery(filter, store.paging);
        return { method: 'GET', path, query: { ...Object.fromEntries(query), ...paging } };
      },
      decode: (response, filter) => readTablePage(response, filter, store, read),
    }),
    update: defineRequest({
      safety: 'idempotent',
      encode: ({ id, changes }: Change<object>) => ({ method: update, ...target(id), json: toJson(changes) }),
      isAccepted,
      decode,
    }),
    delete: {
      safety: 'idempotent',
      encode: (id: string) => ({ method: 'DELETE', ...target(id) }) as const,
      isAccepted: (response: ServiceResponse) =>
        response.status === 204 || isAccepted(response) || proves(response),
    },
  } as const;
}

type Reasons = { readonly [Reason in SuppressionReason]?: string } | undefined;

/** With what every item of the part has. */
function completed(part: keyof typeof parts, item: Fields, reasons: Reasons = {}): Fields {
  if (part === 'templates') return item;
  if (part === 'contacts') return { fields: {}, ...item };
  const [reason = 'other'] =
    Object.entries(reasons).find(([, word]) => word === String(item['reason'])) ?? [];
  return { ...item, reason, scope: 'account', removable: true };
}

/** @throws UnsupportedError for a reason that the table does not have */
function reasonWord(name: string, reasons: Reasons = {}, reason: unknown): string | undefined {
  const word = reasons[reason as SuppressionReason];
  if (reason === undefined || word !== undefined) return word;
  throw cannotCarry(name, 'reason', 'is not one of `reasons` in the table of the service');
}
