import { defineRequest } from '@org/core/driver';
import { cannotCarry, jsonSchema, lookUp } from '../../../driver.ts';
import type { ContactField, FieldType } from '../../../resources.ts';
import * as z from '../../../wire/schema.ts';
import { hasId, isGone } from '../wire.ts';

const wireField = z.object({ id: z.string(), name: z.string(), field_type: z.string() });
// Every account has reserved fields.
const wireFields = z.object({
  custom_fields: z.nullish(z.array(wireField)),
  reserved_fields: z.array(z.unknown()),
});

const types: Readonly<Record<string, FieldType>> = { Text: 'text', Number: 'number', Date: 'date' };

function mapField({ id, name, field_type }: z.infer<typeof wireField>): ContactField {
  return { id, name, type: lookUp(types, field_type) };
}

function encodeType(type: FieldType = 'text'): string {
  const found = Object.keys(types).find((name) => types[name] === type);
  if (found !== undefined) return found;
  throw cannotCarry('sendgrid', 'type', 'must be text, number or date: SendGrid has no other fields');
}

const base = '/v3/marketing/field_definitions';

export const fieldOperations = {
  'contact.fields': defineRequest({
    safety: 'read',
    encode: (_input: undefined) => ({ method: 'GET', path: base }),
    decode: jsonSchema(wireFields, ({ custom_fields }): readonly ContactField[] =>
      (custom_fields ?? []).map(mapField),
    ),
  }),
  'contact.createField': defineRequest({
    safety: 'unsafe',
    encode: ({ name, type }: ContactField) => ({
      method: 'POST',
      path: base,
      json: { name, field_type: encodeType(type) },
    }),
    decode: jsonSchema(wireField, mapField),
    isAccepted: hasId,
  }),
  'contact.deleteFieldById': defineRequest({
    safety: 'idempotent',
    encode: (id: string) => ({
      method: 'DELETE',
      path: `${base}/{custom_field_id}`,
      params: { custom_field_id: id },
    }),
    isAccepted: isGone,
  }),
};
