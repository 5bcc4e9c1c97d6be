import { defineRequest } from '@org/core/driver';
import type { ContactField, FieldType, ListFilter } from '../../resources.ts';
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

const wireProperty = z.object({ ID: wireId(), Name: z.string(), Datatype: z.string() });

function mapProperty({ ID, Name, Datatype }: z.infer<typeof wireProperty>): ContactField {
  return { id: `${ID}`, name: Name, type: types.find(([datatype]) => datatype === Datatype)?.[1] };
}

export const propertyOperations = {
  'contact.fieldPage': defineRequest({
    safety: 'read',
    encode: (filter: ListFilter) => getPage('contactmetadata', filter),
    decode: pageOfWire(wireProperty, mapProperty),
  }),
  'contact.createField': defineRequest({
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
