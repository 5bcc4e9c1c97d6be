import { defineOperation, type HttpRequest, type ServiceResponse } from '@org/core';
import { defineRequest } from '@org/core/driver';
import {
  allAccepted,
  type Change,
  type Contact,
  type ContactChanges,
  type ContactFilter,
  type ContactInput,
  cannotCarry,
  ownValue,
  type PreparedMessage,
  refuseFields,
  type Template,
  type TemplateChanges,
  type TemplateFilter,
  type TemplateInput,
} from '../../driver.ts';
import { encodeSend } from './encode.ts';
import { createClassify, createSendClassify } from './errors.ts';
import { proves, provesWrite } from './evidence.ts';
import { pageQuery, readItem, readPage } from './items.ts';
import { bodyOf, idOf, valueAt, within } from './paths.ts';
import type { GenericContacts, GenericStore, GenericTemplates } from './store-table.ts';
import { suppressionOperations } from './suppressions.ts';
import type { GenericService } from './table.ts';

/** The operations that the table describes. */
export function createOperations(service: GenericService) {
  const { templates, contacts, suppressions } = service;
  const operations = {
    send: sendOperation(service),
    ...(templates && templateOperations(service, templates)),
    ...(contacts && contactOperations(service, contacts)),
    ...(suppressions && suppressionOperations(service, suppressions)),
  };
  return { operations, classify: createClassify(service) };
}

function sendOperation(service: GenericService) {
  const { send, idempotency } = service;
  const { id: path, accepted } = send;
  const idIn = (response: ServiceResponse) =>
    path === undefined ? undefined : idOf(valueAt(response.json(), path));
  return defineOperation({
    name: 'send',
    safety: idempotency === undefined ? 'unsafe' : 'keyed',
    idempotencyHeader: idempotency?.header,
    classify: createSendClassify(service),
    encode: (message: PreparedMessage) => encodeSend(message, service),
    isAccepted: (response) =>
      accepted === undefined ? idIn(response) !== undefined : proves(response, accepted),
    decode: (response, message) => allAccepted(message, idIn(response)),
  });
}

interface Kind<Input, Filter> {
  readonly name: 'template' | 'contact';
  readonly service: GenericService;
  readonly store: GenericStore<object, string>;
  readonly required: readonly string[];
  /** Fields of every item. */
  readonly defaults?: object;
  /** @throws UnsupportedError for a field that the table does not have */
  readonly toWire: (input: Partial<Input>) => object;
  readonly filters: readonly (keyof Filter & string)[];
}

/** What templates and contacts have in common. */
function storeOperations<Item, Input, Filter extends object>(kind: Kind<Input, Filter>) {
  const { name, service, store, required, defaults, toWire } = kind;
  const { path, item: itemPath = '', update = 'PATCH', filters = {}, fields } = store;
  const readStored = (wire: unknown, where: string): Item => ({
    ...defaults,
    ...readItem<Item>(wire, fields, required, where),
  });
  const read = (response: ServiceResponse) => readStored(valueAt(response.json(), itemPath), itemPath);
  const item = (id: string) => ({ path: `${path}/{id}`, params: { id } });
  const idPath = (fields as { readonly id: string }).id;
  const hasId = (response: ServiceResponse) =>
    idOf(valueAt(response.json(), within(itemPath, idPath))) !== undefined;
  const create = (input: Input): HttpRequest => ({ method: 'POST', path, json: toWire(input) });
  return {
    create: { encode: create, decode: read, isAccepted: hasId },
    get: defineOperation({
      name: `${name}.get`,
      safety: 'read',
      encode: (id: string) => ({ method: 'GET', ...item(id) }),
      decode: read,
    }),
    list: defineOperation({
      name: `${name}.list`,
      safety: 'read',
      encode: (filter: Filter) => {
        const unknown = kind.filters.filter((field) => !Object.hasOwn(filters, field));
        refuseFields(service.name, filter, unknown);
        const given = Object.entries(filters).map(([field, parameter]) => {
          const value = ownValue(filter, field);
          return [parameter, value === undefined ? undefined : String(value)] as const;
        });
        return {
          method: 'GET',
          path,
          query: { ...Object.fromEntries(given), ...pageQuery(filter, store.paging) },
        };
      },
      decode: (response, filter) => readPage(response, filter, store, readStored),
    }),
    update: defineOperation({
      name: `${name}.update`,
      safety: 'idempotent',
      encode: ({ id, changes }: Change<Partial<Input>>) => ({
        method: update,
        ...item(id),
        json: toWire(changes),
      }),
      isAccepted: hasId,
      decode: read,
    }),
    delete: defineOperation({
      name: `${name}.delete`,
      safety: 'idempotent',
      encode: (id: string) => ({ method: 'DELETE', ...item(id) }),
      isAccepted: (response) => provesWrite(response, service, within(itemPath, idPath)),
    }),
  };
}

function templateOperations(service: GenericService, store: GenericTemplates) {
  const { fields } = store;
  const toWire = (input: TemplateChanges) => {
    refuseFields(service.name, input, ['from', 'replyTo', ...missing(fields, ['text', 'description'])]);
    if ((input.kind ?? 'transactional') !== 'transactional')
      throw cannotCarry(service.name, 'kind', "must be 'transactional': the table has no kinds");
    const { name, subject, html, text, description } = input;
    return bodyOf([
      [fields.name, name],
      [fields.subject, subject],
      [fields.html, html],
      [fields.text, text],
      [fields.description, description],
    ]);
  };
  const { create, get, list, update, ...rest } = storeOperations<Template, TemplateInput, TemplateFilter>({
    name: 'template',
    service,
    store,
    required: ['id', 'name'],
    toWire,
    filters: ['search', 'kind'],
  });
  return {
    'template.create': defineOperation({ name: 'template.create', safety: 'unsafe', ...create }),
    'template.get': get,
    'template.list': list,
    'template.update': update,
    'template.delete': rest.delete,
  };
}

function contactOperations(service: GenericService, store: GenericContacts) {
  const { fields } = store;
  const names = ['subscribed', 'firstName', 'lastName', 'fields'] as const;
  const toWire = (input: ContactChanges) => {
    refuseFields(service.name, input, missing(fields, names));
    return bodyOf([
      [fields.email, input.email],
      ...names.map((name) => [fields[name], input[name]] as const),
    ]);
  };
  const { create, get, list, update, ...rest } = storeOperations<Contact, ContactInput, ContactFilter>({
    name: 'contact',
    service,
    store,
    required: ['id', 'email'],
    defaults: { fields: {} },
    toWire,
    filters: ['search', 'subscribed'],
  });
  return {
    'contact.upsert': defineRequest({
      safety: 'idempotent',
      ...create,
      decode: (response: ServiceResponse) => ({ contact: create.decode(response) }),
    }),
    'contact.get': get,
    'contact.list': list,
    'contact.update': update,
    'contact.delete': rest.delete,
  };
}

function missing<Name extends string>(fields: object, names: readonly Name[]): Name[] {
  return names.filter((name) => ownValue(fields, name) === undefined);
}
