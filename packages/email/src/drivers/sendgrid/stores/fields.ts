import { defineRequest } from '@org/core/driver';
import { deleteItem, jsonSchema, lookUp, wordFor } from '../../../driver.ts';
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
    encode: ({ name, type = 'text' }: ContactField) => ({
      method: 'POST',
      path: base,
      json: { name, field_type: wordFor('sendgrid', 'type', types, type) },
    }),
    decode: jsonSchema(wireField, mapField),
    isAccepted: hasId,
  }),
  'contact.deleteFieldById': deleteItem(`${base}/{custom_field_id}`, isGone),
};
