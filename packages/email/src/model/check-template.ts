import { type AddressInput, parseAddress, readAddress } from './address.ts';
import {
  checkRecord,
  type FieldCheck,
  type FieldChecks,
  isFilledText,
  isPageSize,
  isText,
} from './check-record.ts';
import type { TemplateChanges, TemplateFilter, TemplateInput, TemplateKind } from './template.ts';
import { findUnsafeText } from './unsafe-text.ts';

const kinds: readonly TemplateKind[] = ['transactional', 'marketing', 'headless'];

const isAddress: FieldCheck = (value) => {
  const reading = readAddress(value);
  return 'problem' in reading ? reading.problem : undefined;
};

// A template's subject and name become header lines of every mail that is made from it.
const isLine: FieldCheck = (value) => isFilledText(value) ?? findUnsafeText(String(value));

const isKind: FieldCheck = (value) =>
  kinds.some((kind) => kind === value) ? undefined : `must be one of ${kinds.join(', ')}`;

const checks: FieldChecks<TemplateInput> = {
  name: isLine,
  subject: isLine,
  html: isFilledText,
  from: isAddress,
  replyTo: isAddress,
  description: isText,
  kind: isKind,
};

const filterChecks: FieldChecks<TemplateFilter> = {
  search: isText,
  kind: isKind,
  pageSize: isPageSize,
  cursor: isFilledText,
};

/** The template with its addresses parsed. @throws InvalidInputError */
export function checkTemplate(input: TemplateInput): TemplateInput {
  checkRecord('template', input, checks, ['name', 'subject', 'html', 'from']);
  return withParsedAddresses(input);
}

/** @throws InvalidInputError */
export function checkTemplateChanges(input: TemplateChanges): TemplateChanges {
  checkRecord('change of the template', input, checks, []);
  return withParsedAddresses(input);
}

function withParsedAddresses<Input extends TemplateChanges>(input: Input): Input {
  const parsed = (name: 'from' | 'replyTo', address: AddressInput | undefined) =>
    address === undefined ? {} : { [name]: parseAddress(address) };
  const { from, replyTo } = input;
  return { ...input, ...parsed('from', from), ...parsed('replyTo', replyTo) };
}

/** @throws InvalidInputError */
export function checkTemplateFilter(input: TemplateFilter): TemplateFilter {
  checkRecord('filter of templates', input, filterChecks, []);
  return input;
}
