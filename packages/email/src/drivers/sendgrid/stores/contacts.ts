import { defineRequest, invalidInput } from '@org/core/driver';
import {
  cannotCarry,
  getItem,
  jsonSchema,
  lookUp,
  memberPath,
  refuseFields,
  toDate,
} from '../../../driver.ts';
import type { Contact, ContactField, ContactInput, ImportStatus } from '../../../resources.ts';
import * as z from '../../../wire/schema.ts';
import { classifyMissing } from '../errors.ts';
import { hasJob, mapJob } from '../wire.ts';

const wireContact = z.object({
  id: z.string(),
  email: z.optionalText(),
  first_name: z.optionalText(),
  last_name: z.optionalText(),
  list_ids: z.nullish(z.array(z.string())),
  custom_fields: z.nullish(z.looseObject({})),
  created_at: z.optionalText(),
  updated_at: z.optionalText(),
});

function mapContact(wire: z.infer<typeof wireContact>): Contact {
  return {
    id: wire.id,
    email: wire.email ?? '',
    firstName: wire.first_name || undefined,
    lastName: wire.last_name || undefined,
    fields: wire.custom_fields ?? {},
    listIds: wire.list_ids ?? undefined,
    createdAt: toDate(wire.created_at),
    updatedAt: toDate(wire.updated_at),
  };
}

const foundContacts = z.object({
  result: z.record(z.string(), z.object({ contact: z.nullish(wireContact) })),
});

const count = z.nullish(z.number());
const wireImport = z.object({
  id: z.string(),
  status: z.string(),
  results: z.nullish(z.object({ created_count: count, updated_count: count, errored_count: count })),
});

const importStates: Readonly<Record<string, ImportStatus['state']>> = {
  completed: 'done',
  errored: 'done',
  failed: 'failed',
};

/** Contacts to write, with SendGrid's ids of their fields. */
export interface ContactWrite {
  readonly contacts: readonly ContactInput[];
  readonly listIds?: readonly string[] | undefined;
  readonly fields: readonly ContactField[];
}

/** Fields of every contact, in its own object. */
const reservedFields = [
  'address_line_1',
  'address_line_2',
  'city',
  'country',
  'postal_code',
  'state_province_region',
  'phone_number_id',
  'external_id',
  'anonymous_id',
];

function encodeContact(input: ContactInput, known: readonly ContactField[]): object {
  refuseFields('sendgrid', input, ['subscribed']);
  const reserved: Record<string, unknown> = {};
  const custom: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(input.fields ?? {})) {
    if (value === undefined) continue;
    const path = memberPath('fields', name);
    if (typeof value === 'boolean' || value === null)
      throw cannotCarry('sendgrid', path, 'must be a text or a number', 'Use a text such as "true" or "".');
    const id = known.find((field) => field.name === name)?.id;
    if (id !== undefined) custom[id] = value;
    else if (reservedFields.includes(name)) reserved[name] = value;
    else throw cannotCarry('sendgrid', path, 'is not a field', 'Create it first: `contacts.createField(…)`.');
  }
  return {
    email: input.email,
    first_name: input.firstName,
    last_name: input.lastName,
    ...reserved,
    custom_fields: Object.keys(custom).length > 0 ? custom : undefined,
  };
}

const base = '/v3/marketing/contacts';
const maxContacts = 30_000;

export const contactOperations = {
  'contact.write': defineRequest({
    safety: 'idempotent',
    encode: ({ contacts, listIds, fields }: ContactWrite) => {
      if (contacts.length > maxContacts)
        throw invalidInput('contacts', `must have at most ${maxContacts} contacts`);
      const json = { list_ids: listIds, contacts: contacts.map((one) => encodeContact(one, fields)) };
      return { method: 'PUT', path: base, json };
    },
    decode: mapJob,
    isAccepted: hasJob,
  }),
  'contact.read': getItem(`${base}/{id}`, jsonSchema(wireContact, mapContact)),
  'contact.find': defineRequest({
    safety: 'read',
    encode: (emails: readonly string[]) => ({
      method: 'POST',
      path: `${base}/search/emails`,
      json: { emails },
    }),
    decode: (response): readonly Contact[] => {
      if (response.status === 404) return [];
      const found = foundContacts.parse(response.json());
      return Object.values(found.result).flatMap(({ contact }) => (contact ? [mapContact(contact)] : []));
    },
    // None of the addresses is a contact.
    classify: classifyMissing,
  }),
  'contact.remove': defineRequest({
    safety: 'idempotent',
    encode: (ids: readonly string[]) => ({ method: 'DELETE', path: base, query: { ids: ids.join(',') } }),
    decode: mapJob,
    isAccepted: hasJob,
  }),
  'contact.importStatus': getItem(
    `${base}/imports/{id}`,
    jsonSchema(
      wireImport,
      ({ id, status, results }): ImportStatus => ({
        jobId: id,
        state: lookUp(importStates, status) ?? 'pending',
        created: results?.created_count ?? undefined,
        updated: results?.updated_count ?? undefined,
        failed: results?.errored_count ?? undefined,
        description: status,
      }),
    ),
  ),
};
