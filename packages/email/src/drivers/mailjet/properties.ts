import { defineOperation } from '@org/core';
import { type ContactField, type FieldType, type ListFilter, memoise } from '../../driver.ts';
import * as z from '../../wire/schema.ts';
import { getPage, oneOfWire, pageOfWire, provesWrite, wireId } from './wire.ts';

/** The first that fits is the one for new fields. */
const types: readonly (readonly [datatype: string, type: FieldType])[] = [
  ['str', 'text'],
  ['float', 'number'],
  ['int', 'number'],
  ['bool', 'boolean'],
  ['datetime', 'date'],
];

const wireProperty = memoise(() => z.object({ ID: wireId(), Name: z.string(), Datatype: z.string() }));

function mapProperty({ ID, Name, Datatype }: z.infer<ReturnType<typeof wireProperty>>): ContactField {
  return { id: `${ID}`, name: Name, type: types.find(([datatype]) => datatype === Datatype)?.[1] };
}

export const propertyOperations = {
  'contact.fieldPage': defineOperation({
    name: 'contact.fields',
    safety: 'read',
    encode: (filter: ListFilter) => getPage('contactmetadata', filter),
    decode: pageOfWire(wireProperty, mapProperty),
  }),
  'contact.createField': defineOperation({
    name: 'contact.createField',
    safety: 'unsafe',
    encode: ({ name, type = 'text' }: ContactField) => {
      const Datatype = types.find(([, known]) => known === type)?.[0];
      return {
        method: 'POST',
        path: '/v3/REST/contactmetadata',
        json: { Name: name, Datatype, NameSpace: 'static' },
      };
    },
    decode: oneOfWire(wireProperty, mapProperty),
    isAccepted: provesWrite,
  }),
};
