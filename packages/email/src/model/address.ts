import { InvalidInputError } from '@org/core';
import { readAddressSpec } from './address-spec.ts';
import type { Reading } from './reader.ts';
import { findUnsafeText, utf8Length } from './text.ts';

/** A mailbox: the address that decides the envelope, and the name that people see. @public */
export interface EmailAddress {
  /** `local@domain`; the domain in ASCII once parsed. */
  readonly address: string;
  /** The display name: `Ann` in `Ann <ann@acme.dev>`. */
  readonly name?: string | undefined;
}

/** How an address may be written: `'ann@acme.dev'`, `'Ann <ann@acme.dev>'` or `{ address, name }`. @public */
export type AddressInput = string | EmailAddress;

const maxNameLength = 255;
const maxMailboxLength = 1_000;

/**
 * Reads one mailbox: `ann@acme.dev`, `Ann <ann@acme.dev>`, `"Smith, Ann" <ann@acme.dev>`. What it finds decides header and envelope alike.
 * The domain is the text after the last unquoted `@`, in ASCII. Comments, groups, lists and source routes are refused: they are where
 * two programs read two different recipients.
 *
 * @throws InvalidInputError when it is not one mailbox
 * @public
 */
export function parseAddress(input: AddressInput): EmailAddress {
  const reading = readAddress(input);
  if ('value' in reading) return reading.value;
  throw new InvalidInputError({
    message: `The address ${reading.problem}.`,
    issues: [{ path: '', message: reading.problem }],
    outcome: 'not-sent',
  });
}

/**
 * The mailbox as one text, quoted where the name needs it; non-ASCII names stay as they are. `parseAddress` reads it back.
 *
 * @throws InvalidInputError when it is not one mailbox
 * @public
 */
export function formatAddress(input: AddressInput): string {
  const { address, name } = parseAddress(input);
  if (name === undefined) return address;
  return `${plainName.test(name) ? name : `"${name.replace(/["\\]/g, '\\$&')}"`} <${address}>`;
}

const plainName = /^[^\s()<>[\]:;@\\,."]+(?: [^\s()<>[\]:;@\\,."]+)*$/;

/** {@link parseAddress} without the throw. */
export function readAddress(input: unknown): Reading<EmailAddress> {
  if (typeof input === 'string') return readMailbox(input);
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    return { problem: 'must be a string or { address, name }' };
  const address = Object.hasOwn(input, 'address') ? Reflect.get(input, 'address') : undefined;
  const name = Object.hasOwn(input, 'name') ? Reflect.get(input, 'name') : undefined;
  if (typeof address !== 'string') return { problem: 'must be a string or { address, name }' };
  if (name !== undefined && typeof name !== 'string') return { problem: 'has a name that is not a string' };
  return join(readAddressSpec(address), name);
}

function readMailbox(text: string): Reading<EmailAddress> {
  if (text.length > maxMailboxLength) return { problem: `is longer than ${maxMailboxLength} characters` };
  const unsafe = findUnsafeText(text);
  if (unsafe !== undefined) return { problem: unsafe };
  const trimmed = text.trim();
  if (!trimmed.endsWith('>')) {
    const structure = findStructure(trimmed);
    return structure === undefined ? join(readAddressSpec(trimmed), undefined) : { problem: structure };
  }
  const name = readName(trimmed);
  if ('problem' in name) return name;
  return join(readAddressSpec(trimmed.slice(name.value.end + 1, -1)), name.value.text);
}

function join(address: Reading<string>, name: string | undefined): Reading<EmailAddress> {
  if ('problem' in address) return address;
  if (name === undefined || name.trim() === '') return { value: { address: address.value } };
  const unsafe = findUnsafeText(name);
  if (unsafe !== undefined) return { problem: `has a name that ${unsafe}` };
  if (utf8Length(name) > maxNameLength) return { problem: `has a name of more than ${maxNameLength} bytes` };
  return { value: { address: address.value, name: name.trim() } };
}

/** Reads the words before `<`: quoted, or plain. `end` is where the `<` stands. */
function readName(text: string): Reading<{ readonly text: string; readonly end: number }> {
  let name = '';
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '<') return { value: { text: name, end: at } };
    if (character === '"') {
      const quoted = readQuoted(text, at);
      if (quoted === undefined) return { problem: 'has a quotation mark that is never closed' };
      name += quoted.text;
      at = quoted.end;
    } else {
      const problem =
        structureOf(character) ??
        (character === '@' ? 'has an unquoted @ in its name (write the name in quotation marks)' : undefined);
      if (problem !== undefined) return { problem };
      name += character;
    }
  }
  return { problem: 'has a > without its <' };
}

/** The text between two quotation marks, the first of which stands at `start`; `end` is where the second one stands. */
function readQuoted(
  text: string,
  start: number,
): { readonly text: string; readonly end: number } | undefined {
  let content = '';
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '"') return { text: content, end: at };
    if (character === '\\') at += 1;
    content += text.charAt(at);
  }
  return undefined;
}

/** What tells an address without angle brackets apart from the grammar that we refuse; looks only outside quotation marks. */
function findStructure(text: string): string | undefined {
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '[') return undefined; // the rest is an address literal, which the domain reader checks
    if (character === '"') {
      const quoted = readQuoted(text, at);
      if (quoted === undefined) return 'has a quotation mark that is never closed';
      at = quoted.end;
    } else {
      const problem = character === '<' ? 'has a < without its >' : structureOf(character);
      if (problem !== undefined) return problem;
    }
  }
  return undefined;
}

function structureOf(character: string): string | undefined {
  if (character === '(' || character === ')') return 'has a comment in parentheses, which is not accepted';
  if (character === ':' || character === ';')
    return 'looks like a group or has an unquoted : or ;, which is not accepted';
  if (character === ',')
    return 'has an unquoted comma (several addresses go in an array, a name with a comma in quotation marks)';
  if (character === '>') return 'has a > without its <';
  if (character === '[' || character === ']' || character === '\\') return `has an unquoted ${character}`;
  return undefined;
}
