import { NotFoundError, type OperationContext, type ServiceResponse } from '@org/core';
import { defineRequest, invalidInput, textAt } from '@org/core/driver';
import {
  type Change,
  deleteItem,
  getItem,
  itemRequest,
  ownValue,
  refuseFields,
  toDate,
} from '../../driver.ts';
import type { Contact, ContactChanges, ContactFields, ContactFilter } from '../../resources.ts';
import * as z from '../../wire/schema.ts';
import { classify } from './errors.ts';
import { getPage, oneOfWire, pageOfWire, provesDelete, provesWrite, provider, wireId } from './wire.ts';

const wireContact = z.object({
  ID: wireId(),
  Email: z.string(),
  Name: z.optionalText(),
  IsExcludedFromCampaigns: z.nullish(z.boolean()),
  CreatedAt: z.optionalText(),
  LastUpdateAt: z.optionalText(),
});

/** A contact has one name, which is neither a first nor a last name: the field `Name`. */
export function mapContact(wire: z.infer<typeof wireContact>): Contact {
  const { IsExcludedFromCampaigns: isExcluded, Name } = wire;
  return {
    id: `${wire.ID}`,
    email: wire.Email,
    subscribed: typeof isExcluded === 'boolean' ? !isExcluded : undefined,
    fields: Name ? { Name } : {},
    createdAt: toDate(wire.CreatedAt),
    updatedAt: toDate(wire.LastUpdateAt),
  };
}

export const contactPage = pageOfWire(wireContact, mapContact);

/** The body of `POST` and `PUT /contact`: all but the properties. */
export function encodeContact({ email, subscribed, fields }: ContactChanges): object {
  const name = fields?.['Name'];
  if (name !== undefined && name !== null && typeof name !== 'string')
    throw invalidInput('fields.Name', 'must be a text');
  return {
    Email: email,
    Name: name === null ? '' : name,
    IsExcludedFromCampaigns: subscribed === undefined ? undefined : !subscribed,
  };
}

/** The properties are a separate resource: `null` unsets one. */
export function propertiesOf({ fields = {} }: ContactChanges): ContactFields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== 'Name'));
}

export function refuseNames(input: ContactChanges): void {
  refuseFields(provider, input, ['firstName', 'lastName']);
}

/** A deleted contact stays for 30 days, without its data. */
function isAnonymized(response: ServiceResponse): boolean {
  const data: unknown = ownValue(response.json(), 'Data');
  const contact: unknown = Array.isArray(data) ? data[0] : undefined;
  return textAt(contact, 'Name') === 'Anonymized' && /@domain\.invalid$/.test(textAt(contact, 'Email') ?? '');
}

function classifyContact(response: ServiceResponse, context: OperationContext) {
  if (!isAnonymized(response)) return classify(response, context);
  const message = 'Mailjet has deleted this contact.';
  return { type: NotFoundError, message, outcome: 'not-sent', replay: 'never' } as const;
}

const isMissing = (response: ServiceResponse) =>
  response.status === 404 && ownValue(response.json(), 'StatusCode') === 404;

const found = z.object({ Data: z.tuple([z.object({ ID: wireId() })], z.unknown()) });

const wireProperties = z.object({
  Data: z.nullish(z.array(z.object({ Name: z.string(), Value: z.unknown() }))),
});

const base = '/v3/REST/contact';
const propertiesPath = '/v3/REST/contactdata/{id}';

export const contactOperations = {
  'contact.base': getItem(`${base}/{id}`, oneOfWire(wireContact, mapContact), classifyContact),
  'contact.find': getItem(
    `${base}/{id}`,
    (response): string | undefined =>
      response.status === 404 ? undefined : `${found.parse(response.json()).Data[0].ID}`,
    (response, context) => (isMissing(response) ? undefined : classify(response, context)),
  ),
  'contact.properties': getItem(
    propertiesPath,
    oneOfWire(
      wireProperties,
      ({ Data }): ContactFields => Object.fromEntries((Data ?? []).map(({ Name, Value }) => [Name, Value])),
    ),
  ),
  'contact.list': defineRequest({
    safety: 'read',
    encode: (filter: ContactFilter) => {
      refuseFields(provider, filter, ['search', 'subscribed']);
      return getPage('contact', filter);
    },
    decode: contactPage,
  }),
  'contact.create': defineRequest({
    safety: 'unsafe',
    encode: (input: ContactChanges) => ({
      method: 'POST',
      path: base,
      json: encodeContact(input),
    }),
    decode: oneOfWire(wireContact, ({ ID }) => `${ID}`),
    isAccepted: provesWrite,
  }),
  'contact.put': defineRequest({
    safety: 'idempotent',
    encode: ({ id, changes }: Change<ContactChanges>) =>
      itemRequest('PUT', `${base}/{id}`, id, encodeContact(changes)),
    isAccepted: provesWrite,
  }),
  'contact.putProperties': defineRequest({
    safety: 'idempotent',
    encode: ({ id, properties }: { readonly id: string; readonly properties: ContactFields }) => {
      const Data = Object.entries(properties).map(([Name, Value]) => ({ Name, Value }));
      return itemRequest('PUT', propertiesPath, id, { Data });
    },
    isAccepted: provesWrite,
  }),
  'contact.erase': deleteItem('/v4/contacts/{id}', provesDelete),
};
