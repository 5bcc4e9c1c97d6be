import { readDomain } from './domain.ts';
import type { Reading } from './reader.ts';
import { findUnsafeText, utf8Length } from './text.ts';

// RFC 5321, section 4.5.3.1; 254 is what fits into a 256 octet path with its angle brackets.
export const maxLocalLength = 64;
export const maxAddressLength = 254;

const dotAtom = /^[^\s()<>[\]:;@\\,."]+(?:\.[^\s()<>[\]:;@\\,."]+)*$/;
const asciiSpecial = /[\s()<>[\]:;@\\,"]/;
const tooLong = { problem: `is longer than ${maxAddressLength} bytes` };

/**
 * Reads `local@domain` and nothing else. The result has the shortest local part that means the same, and an
 * ASCII domain.
 */
export function readAddressSpec(text: unknown): Reading<string> {
  if (typeof text !== 'string') return { problem: 'must be a string' };
  if (text === '') return { problem: 'is empty' };
  // A domain may shrink on its way to ASCII, but not by this much: bounds the work on hostile input.
  if (text.length > 4 * maxAddressLength) return tooLong;
  const unsafe = findUnsafeText(text);
  if (unsafe !== undefined) return { problem: unsafe };
  const parts = splitAtDomain(text);
  if ('problem' in parts) return parts;
  const { local } = parts.value;
  const problem = findLocalProblem(local);
  if (problem !== undefined) return { problem };
  const domain = readDomain(parts.value.domain);
  if ('problem' in domain) return domain;
  const address = `${local}@${domain.value}`;
  return utf8Length(address) > maxAddressLength ? tooLong : { value: address };
}

function splitAtDomain(text: string): Reading<{ readonly local: string; readonly domain: string }> {
  if (text.startsWith('"')) {
    const quoted = readQuoted(text, 0);
    if ('problem' in quoted) return quoted;
    const at = quoted.value.end + 1;
    if (text[at] !== '@') return { problem: 'has text between its quoted local part and the @' };
    return { value: { local: quoteIfNeeded(quoted.value.text), domain: text.slice(at + 1) } };
  }
  const at = text.indexOf('@');
  if (at === -1) return { problem: 'has no @' };
  if (at !== text.lastIndexOf('@')) return { problem: 'has more than one unquoted @' };
  return { value: { local: text.slice(0, at), domain: text.slice(at + 1) } };
}

function findLocalProblem(local: string): string | undefined {
  if (local === '') return 'has nothing before the @';
  if (utf8Length(local) > maxLocalLength) return `has more than ${maxLocalLength} bytes before the @`;
  if (local.startsWith('"') || dotAtom.test(local)) return undefined;
  return asciiSpecial.test(local)
    ? 'has a space or a special character before the @ that must be quoted'
    : 'has a dot at the begin or end of its local part, or two in a row';
}

// `"ann"@acme.dev` and `ann@acme.dev` are one mailbox (RFC 5321, section 4.1.2): the shorter form is kept.
function quoteIfNeeded(local: string): string {
  return dotAtom.test(local) ? local : quote(local);
}

export function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

/** The text between two quotation marks; `start` and `end` are their places. */
export function readQuoted(
  text: string,
  start: number,
): Reading<{ readonly text: string; readonly end: number }> {
  let content = '';
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '"') return { value: { text: content, end: at } };
    if (text[at] === '\\') at += 1;
    content += text.charAt(at);
  }
  return { problem: 'has a quotation mark that is never closed' };
}
