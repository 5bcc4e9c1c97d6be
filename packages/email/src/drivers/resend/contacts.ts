import { defineOperation } from '@org/core';
import { cannotCarry, refuseFields, toDate } from '../../driver.ts';
import { jsonSchema, once } from '../../internal/json-schema.ts';
import * as z from '../../internal/schema.ts';
import { memberPath } from '../../model/member-path.ts';
import { ownValue } from '../../model/reader.ts';
import type { Contact, ContactChanges, ContactFilter } from '../../model/records/contact.ts';
import { classifyLookup } from './errors.ts';
import {
  getPage,
  idOf,
  listOfWire,
  lookup,
  maybeText,
  one,
  provesDelete,
  provesWrite,
  provider,
  toPage,
} from './wire.ts';

const wireContact = once(() =>
  z.object({
    id: z.string(),
    email: z.string(),
    first_name: maybeText(),
    last_name: maybeText(),
    created_at: maybeText(),
    unsubscribed: z.nullish(z.boolean()),
    properties: z.nullish(z.looseObject({})),
  }),
);

type WireContact = z.infer<ReturnType<typeof wireContact>>;

export function mapContact(wire: WireContact): Contact {
  const { unsubscribed } = wire;
  return {
    id: wire.id,
    email: wire.email,
    firstName: wire.first_name ?? undefined,
    lastName: wire.last_name ?? undefined,
    subscribed: typeof unsubscribed === 'boolean' ? !unsubscribed : undefined,
    fields: Object.fromEntries(
      // A value is plain, or with its type: `{ type, value }`.
      Object.entries(wire.properties ?? {}).map(([key, value]) => [key, ownValue(value, 'value') ?? value]),
    ),
    createdAt: toDate(wire.created_at),
  };
}

export const contactPage = jsonSchema(
  once(() => listOfWire(wireContact())),
  (wire) => toPage(wire, mapContact),
);

/** The body of `POST /contacts` and `PATCH /contacts/{id}`. Properties are texts and numbers. */
export function encodeContact({ email, firstName, lastName, subscribed, fields }: ContactChanges): object {
  for (const [name, value] of Object.entries(fields ?? {}))
    if (typeof value === 'boolean')
      throw cannotCarry(provider, memberPath('fields', name), 'must be a text, a number or null');
  return {
    email,
    first_name: firstName,
    last_name: lastName,
    unsubscribed: subscribed === undefined ? undefined : !subscribed,
    properties: fields,
  };
}

export interface ContactPatch {
  readonly id: string;
  readonly changes: ContactChanges;
}

export const contactOperations = {
  'contact.get': defineOperation({
    name: 'contact.get',
    safety: 'read',
    encode: (id: string) => one('GET', 'contacts', id),
    decode: jsonSchema(wireContact, mapContact),
  }),
  'contact.find': defineOperation({
    name: 'contact.upsert',
    safety: 'read',
    encode: (id: string) => one('GET', 'contacts', id),
    decode: lookup(wireContact, (wire): string | undefined => wire.id, undefined),
    classify: classifyLookup,
  }),
  'contact.list': defineOperation({
    name: 'contact.list',
    safety: 'read',
    encode: (filter: ContactFilter) => {
      refuseFields(provider, filter, ['search', 'subscribed']);
      return getPage('/contacts', filter);
    },
    decode: contactPage,
  }),
  'contact.create': defineOperation({
    name: 'contact.upsert',
    safety: 'unsafe',
    encode: (contact: ContactChanges) => ({
      method: 'POST',
      path: '/contacts',
      json: encodeContact(contact),
    }),
    decode: (response) => idOf(response) ?? '',
    isAccepted: provesWrite,
  }),
  'contact.patch': defineOperation({
    name: 'contact.update',
    safety: 'idempotent',
    encode: ({ id, changes }: ContactPatch) => one('PATCH', 'contacts', id, { json: encodeContact(changes) }),
    decode: (response, { id }) => idOf(response) ?? id,
    isAccepted: provesWrite,
  }),
  'contact.delete': defineOperation({
    name: 'contact.delete',
    safety: 'idempotent',
    encode: (id: string) => one('DELETE', 'contacts', id),
    decode: () => undefined,
    isAccepted: provesDelete,
  }),
};
