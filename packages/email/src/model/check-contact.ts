import { parseAddress, readAddress } from './address.ts';
import {
  areFields,
  checkRecord,
  type FieldChecks,
  isBoolean,
  isFilledText,
  isPageSize,
  isText,
} from './check-record.ts';
import type { ContactChanges, ContactFilter, ContactInput } from './contact.ts';

const checks: FieldChecks<ContactInput> = {
  email: (value) => {
    if (typeof value !== 'string') return 'must be a text';
    const reading = readAddress({ address: value });
    return 'problem' in reading ? reading.problem : undefined;
  },
  subscribed: isBoolean,
  fields: areFields,
};

const filterChecks: FieldChecks<ContactFilter> = {
  search: isText,
  subscribed: isBoolean,
  pageSize: isPageSize,
  cursor: isFilledText,
};

/** The contact with its address as it goes over the wire. @throws InvalidInputError */
export function checkContact(input: ContactInput): ContactInput {
  checkRecord('contact', input, checks, ['email']);
  return withParsedAddress(input);
}

/** @throws InvalidInputError */
export function checkContactChanges(input: ContactChanges): ContactChanges {
  checkRecord('change of the contact', input, checks, []);
  return withParsedAddress(input);
}

function withParsedAddress<Input extends ContactChanges>(input: Input): Input {
  return input.email === undefined
    ? input
    : { ...input, email: parseAddress({ address: input.email }).address };
}

/** @throws InvalidInputError */
export function checkContactFilter(input: ContactFilter): ContactFilter {
  checkRecord('filter of contacts', input, filterChecks, []);
  return input;
}
