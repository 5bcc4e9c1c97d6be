import { InvalidInputError } from '@org/core';
import { isRecord, wrongKind } from '@org/core/driver';
import { maxAddressLength, maxLocalLength, quote, readAddressSpec, readQuoted } from './address-spec.ts';
import { ownValue, type Reader, type Reading } from './reader.ts';
import { findUnsafeText, utf8Length } from './text.ts';

/** A mailbox: the address for the envelope, and the display name. @public */
export interface EmailAddress {
  /** `local@domain`; the domain in ASCII once parsed. */
  readonly address: string;
  /** The display name: `Ann` in `Ann <ann@acme.dev>`. */
  readonly name?: string | undefined;
}

/** How an address may be written: `'ann@acme.dev'`, `'Ann <ann@acme.dev>'` or `{ address, name }`. @public */
export type AddressInput = string | AddressObject<'{ address, name }'>;

/** An address and its display name; the compiler prints the form in its error for another one. @public */
export interface AddressObject<_Form extends string> extends EmailAddress {}

// Nearly all addresses.
const usualLocal = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
const usualDomain = /^(?:(?!xn--)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;

/** Is the text an address that every reader accepts and leaves as it is? */
function isUsualAddress(text: string): boolean {
  const at = text.indexOf('@');
  if (at < 1 || at > maxLocalLength || text.length > maxAddressLength) return false;
  return usualLocal.test(text.slice(0, at)) && usualDomain.test(text.slice(at + 1));
}

const maxNameLength = 255;
const maxMailboxLength = 1_000;

/**
 * Reads one mailbox: `ann@acme.dev`, `Ann <ann@acme.dev>`, `"Smith, Ann" <ann@acme.dev>`. The result
 * decides header and envelope alike. The domain is the text after the last unquoted `@`, in ASCII.
 * Comments, groups, lists and source routes are refused: programs read different recipients from them.
 * @public
 *
 * @example
 * parseAddress('"Smith, Ann" <ann@acme.dev>'); // { address: 'ann@acme.dev', name: 'Smith, Ann' }
 *
 * @throws InvalidInputError when it is not one mailbox
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
 * The mailbox as one text, quoted where the name needs it; non-ASCII names stay as they are. `parseAddress`
 * reads it back. @public
 *
 * @throws InvalidInputError when it is not one mailbox
 */
export function formatAddress(input: AddressInput): string {
  return formatMailbox(parseAddress(input));
}

/**
 * A parsed mailbox as one text: `Ann <ann@acme.dev>`, with quotation marks where the name needs them. @public
 *
 * @example
 * formatMailbox({ name: 'Smith, Ann', address: 'ann@acme.dev' }); // "Smith, Ann" <ann@acme.dev>
 */
export function formatMailbox({ address, name }: EmailAddress): string {
  if (name === undefined) return address;
  return `${plainName.test(name) ? name : quote(name)} <${address}>`;
}

const plainName = /^[^\s()<>[\]:;@\\,."]+(?: [^\s()<>[\]:;@\\,."]+)*$/;

/** {@link parseAddress} without the throw. */
export function readAddress(input: unknown): Reading<EmailAddress> {
  if (typeof input === 'string') return parseMailbox(input);
  const [address, name] = [ownValue(input, 'address'), ownValue(input, 'name')];
  if (typeof address !== 'string')
    return { problem: `must be a string or { address, name }, not ${formOf(input)}` };
  if (name !== undefined && typeof name !== 'string') return { problem: 'has a name that is not a string' };
  const misspelt = name === undefined ? misspeltName(input as object) : undefined;
  if (misspelt !== undefined) return { problem: `has no field \`${misspelt}\`: did you mean \`name\`?` };
  return join(isUsualAddress(address) ? { value: address } : readAddressSpec(address), name);
}

const nameElsewhere = /^(?:(?:display|full|personal)_?name|names?)$/i;

/** The name in the words of other libraries. A row of a table, with fields of its own, may be a recipient. */
function misspeltName(input: object): string | undefined {
  return Object.keys(input).find(
    (field) => nameElsewhere.test(field) && typeof ownValue(input, field) === 'string',
  );
}

/** `{ email, name }` of SendGrid and Brevo, `{ Email, Name }` of Mailjet, or the kind of another value. */
function formOf(input: unknown): string {
  const names = isRecord(input) ? Object.keys(input).filter((name) => /^(email|name)$/i.test(name)) : [];
  return names.length > 0 ? `{ ${names.join(', ')} }` : wrongKind(input);
}

export const readMailbox: Reader<EmailAddress> = (input, path, report) => {
  const reading = readAddress(input);
  if ('value' in reading) return reading.value;
  report(path, reading.problem);
  return undefined;
};

/** One mailbox, or a list of them. */
export const readMailboxes: Reader<EmailAddress[]> = (input, path, report) => {
  const isList = Array.isArray(input);
  const list: readonly unknown[] = isList ? input : [input];
  const mailboxes: EmailAddress[] = [];
  for (const [index, item] of list.entries()) {
    const mailbox = readMailbox(item, isList ? `${path}[${index}]` : path, report);
    if (mailbox !== undefined) mailboxes.push(mailbox);
  }
  return mailboxes.length === 0 && !isList ? undefined : mailboxes;
};

function parseMailbox(text: string): Reading<EmailAddress> {
  if (isUsualAddress(text)) return { value: { address: text, name: undefined } };
  if (text.length > maxMailboxLength) return { problem: `is longer than ${maxMailboxLength} characters` };
  const unsafe = findUnsafeText(text);
  if (unsafe !== undefined) return { problem: unsafe };
  const trimmed = text.trim();
  const hasName = trimmed.endsWith('>');
  const words = readWords(trimmed, hasName);
  if ('problem' in words) return words;
  if (!hasName) return join(readAddressSpec(trimmed), undefined);
  return join(readAddressSpec(trimmed.slice(words.value.end + 1, -1)), words.value.text);
}

function join(address: Reading<string>, name: string | undefined): Reading<EmailAddress> {
  if ('problem' in address) return address;
  if (name === undefined || name.trim() === '') return { value: { address: address.value, name: undefined } };
  const unsafe = findUnsafeText(name);
  if (unsafe !== undefined) return { problem: `has a name that ${unsafe}` };
  if (utf8Length(name) > maxNameLength) return { problem: `has a name of more than ${maxNameLength} bytes` };
  return { value: { address: address.value, name: name.trim() } };
}

/** Reads the words before `<`, or a whole address without a name; `end` is the place of the `<`. */
function readWords(
  input: string,
  hasName: boolean,
): Reading<{ readonly text: string; readonly end: number }> {
  let text = '';
  for (let at = 0; at < input.length; at += 1) {
    const character = input.charAt(at);
    if (hasName && character === '<') return { value: { text, end: at } };
    // The rest is an address literal, which the domain reader checks.
    if (!hasName && character === '[') break;
    if (character === '"') {
      const quoted = readQuoted(input, at);
      if ('problem' in quoted) return quoted;
      text += quoted.value.text;
      at = quoted.value.end;
      continue;
    }
    const problem = findRefused(character, hasName);
    if (problem !== undefined) return { problem };
    text += character;
  }
  return hasName ? { problem: 'has a > without its <' } : { value: { text, end: input.length } };
}

/** Why a character outside quotation marks is refused: programs read its grammar differently. */
function findRefused(character: string, hasName: boolean): string | undefined {
  if ('()'.includes(character)) return 'has a comment in parentheses, which is not accepted';
  if (':;'.includes(character)) return 'looks like a group or has an unquoted : or ;, which is not accepted';
  if (character === ',')
    return 'has an unquoted comma (several addresses go in an array, a name with a comma in quotation marks)';
  if (character === '<') return 'has a < without its >';
  if (character === '>') return 'has a > without its <';
  if ('[]\\'.includes(character)) return `has an unquoted ${character}`;
  if (hasName && character === '@')
    return 'has an unquoted @ in its name (write the name in quotation marks)';
  return undefined;
}
