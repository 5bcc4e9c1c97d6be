import { defineOperation, type HttpRequest } from '@org/core';
import { defineRequest, invalidInput } from '@org/core/driver';
import { itemRequest, jsonSchema, type Page, type Paging, refuseFields } from '../../driver.ts';
import type { Contact, ContactFilter, MemberFilter } from '../../resources.ts';
import * as z from '../../wire/schema.ts';
import type { SesSettings } from './encode.ts';
import { provesCall, timeOf } from './response.ts';

/** A contact as SES keeps it: all that a `PUT` replaces. */
export interface StoredContact {
  readonly email: string;
  readonly unsubscribed: boolean;
  /** The choices of the contact: `true` for a topic that it wants. */
  readonly topics: ReadonlyMap<string, boolean>;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly createdAt?: Date | undefined;
  readonly updatedAt?: Date | undefined;
}

const time = () => z.nullish(z.number());
const preference = z.object({ TopicName: z.string(), SubscriptionStatus: z.string() });
const wireContact = z.object({
  EmailAddress: z.string(),
  TopicPreferences: z.nullish(z.array(preference)),
  TopicDefaultPreferences: z.nullish(z.array(preference)),
  UnsubscribeAll: z.boolean(),
  AttributesData: z.optionalText(),
  CreatedTimestamp: time(),
  LastUpdatedTimestamp: time(),
});

function mapStored(wire: z.infer<typeof wireContact>): StoredContact {
  const choices = (wire.TopicPreferences ?? []).map((choice): [string, boolean] => [
    choice.TopicName,
    choice.SubscriptionStatus === 'OPT_IN',
  ]);
  return {
    email: wire.EmailAddress,
    unsubscribed: wire.UnsubscribeAll,
    topics: new Map(choices),
    fields: readFields(wire.AttributesData),
    createdAt: timeOf(wire.CreatedTimestamp),
    updatedAt: timeOf(wire.LastUpdatedTimestamp),
  };
}

/** The attributes are any text; a text that is not an object of JSON has no fields. */
function readFields(attributes: string | null | undefined): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(attributes ?? '{}');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return {};
  }
}

/** A contact in the words of every driver. */
export function toContact({
  email,
  unsubscribed,
  topics,
  fields,
  createdAt,
  updatedAt,
}: StoredContact): Contact {
  return {
    id: email,
    email,
    subscribed: !unsubscribed,
    fields,
    listIds: [...topics].flatMap(([name, isWanted]) => (isWanted ? [name] : [])),
    ...(createdAt === undefined ? {} : { createdAt }),
    ...(updatedAt === undefined ? {} : { updatedAt }),
  };
}

function encodeContact({ unsubscribed, topics, fields }: StoredContact): object {
  return {
    TopicPreferences: [...topics].map(([TopicName, isWanted]) => ({
      TopicName,
      SubscriptionStatus: isWanted ? 'OPT_IN' : 'OPT_OUT',
    })),
    UnsubscribeAll: unsubscribed,
    AttributesData: JSON.stringify(fields),
  };
}

const stored = jsonSchema(wireContact, mapStored);
const contact = jsonSchema(wireContact, (wire) => toContact(mapStored(wire)));

const contactPage = jsonSchema(
  z.object({ Contacts: z.array(wireContact), NextToken: z.optionalText() }),
  ({ Contacts, NextToken }): Page<Contact> => ({
    items: Contacts.map(mapStored).map(toContact),
    nextCursor: NextToken ?? undefined,
  }),
);

/** @throws InvalidInputError without the option */
export function listNameOf({ contactList }: SesSettings): string {
  if (contactList !== undefined) return contactList;
  throw invalidInput('contactList', 'is missing: set the option `contactList` of ses()');
}

const collection = '/v2/email/contact-lists/{list}/contacts';

/** Requests of `contacts` and of the members of `lists`. */
export function contactOperations(settings: SesSettings) {
  const listPage = ({ pageSize, cursor }: Paging, topic?: string) =>
    itemRequest('POST', `${collection}/list`, listNameOf(settings), {
      Filter: topic === undefined ? undefined : memberFilter(topic),
      PageSize: pageSize,
      NextToken: cursor,
    });
  const one = (method: HttpRequest['method'], email: string): HttpRequest => ({
    method,
    path: `${collection}/{email}`,
    params: { list: listNameOf(settings), email },
  });
  const get = (email: string) => one('GET', email);
  return {
    'contact.get': defineOperation({ name: 'contact.get', safety: 'read', encode: get, decode: contact }),
    'contact.read': defineOperation({ name: 'contact.read', safety: 'read', encode: get, decode: stored }),
    'contact.list': defineRequest({
      safety: 'read',
      encode: (filter: ContactFilter) => {
        refuseFields('ses', filter, ['search', 'subscribed']);
        return listPage(filter);
      },
      decode: contactPage,
    }),
    'list.members': defineRequest({
      safety: 'read',
      encode: ({ id, ...filter }: MemberFilter & Paging & { readonly id: string }) => listPage(filter, id),
      decode: contactPage,
    }),
    // A second one with the same address is refused, so it changes nothing.
    'contact.create': defineRequest({
      safety: 'idempotent',
      encode: (contact: StoredContact) =>
        itemRequest('POST', collection, listNameOf(settings), {
          EmailAddress: contact.email,
          ...encodeContact(contact),
        }),
      isAccepted: provesCall,
    }),
    // Replaces the contact: choices of topics that are left out are removed.
    'contact.replace': defineRequest({
      safety: 'idempotent',
      encode: (contact: StoredContact) => ({
        ...one('PUT', contact.email),
        json: encodeContact(contact),
      }),
      isAccepted: provesCall,
    }),
    'contact.delete': defineRequest({
      safety: 'idempotent',
      encode: (email: string) => one('DELETE', email),
      isAccepted: provesCall,
    }),
  };
}

/** Those who chose the topic, and those without a choice where its default is to get it. */
function memberFilter(topic: string): object {
  const TopicFilter = { TopicName: topic, UseDefaultIfPreferenceUnavailable: true };
  return { FilteredStatus: 'OPT_IN', TopicFilter };
}
