import { readDomain } from './domain.ts';
import type { Reading } from './reader.ts';
import { findUnsafeText, utf8Length } from './text.ts';

// RFC 5321, section 4.5.3.1; 254 is what fits into a 256 octet path with its angle brackets.
const maxLocalLength = 64;
const maxAddressLength = 254;

const dotAtom = /^[^\s()<>[\]:;@\\,."]+(?:\.[^\s()<>[\]:;@\\,."]+)*$/;
const asciiSpecial = /[\s()<>[\]:;@\\,"]/;

/** Reads `local@domain` and nothing else; gives it back with the shortest local part that means the same and an ASCII domain. */
export function readAddressSpec(text: unknown): Reading<string> {
  if (typeof text !== 'string') return { problem: 'must be a string' };
  if (text === '') return { problem: 'is empty' };
  // A domain may shrink on its way to ASCII, but not by this much: bounds the work on hostile input.
  if (text.length > 4 * maxAddressLength) return { problem: `is longer than ${maxAddressLength} bytes` };
  const unsafe = findUnsafeText(text);
  if (unsafe !== undefined) return { problem: unsafe };
  const at = findAt(text);
  if ('problem' in at) return at;
  const local = readLocalPart(text.slice(0, at.value));
  if ('problem' in local) return local;
  const domain = readDomain(text.slice(at.value + 1));
  if ('problem' in domain) return domain;
  const address = `${local.value}@${domain.value}`;
  if (utf8Length(address) > maxAddressLength) return { problem: `is longer than ${maxAddressLength} bytes` };
  return { value: address };
}

function findAt(text: string): Reading<number> {
  if (!text.startsWith('"')) {
    const first = text.indexOf('@');
    if (first === -1) return { problem: 'has no @' };
    if (first !== text.lastIndexOf('@')) return { problem: 'has more than one unquoted @' };
    return { value: first };
  }
  for (let at = 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') {
      if (text[at + 1] === '@') return { value: at + 1 };
      return { problem: 'has text between its quoted local part and the @' };
    }
  }
  return { problem: 'has a quotation mark that is never closed' };
}

function readLocalPart(text: string): Reading<string> {
  if (text === '') return { problem: 'has nothing before the @' };
  const local = text.startsWith('"') ? requote(text.slice(1, -1)) : text;
  if (utf8Length(local) > maxLocalLength)
    return { problem: `has more than ${maxLocalLength} bytes before the @` };
  if (local.startsWith('"') || dotAtom.test(local)) return { value: local };
  if (asciiSpecial.test(local))
    return { problem: 'has a space or a special character before the @ that must be quoted' };
  return { problem: 'has a dot at the begin or end of its local part, or two in a row' };
}

// `"ann"@acme.dev` and `ann@acme.dev` are one mailbox (RFC 5321, section 4.1.2): the shorter form is kept.
function requote(content: string): string {
  const plain = content.replace(/\\(.)/gsu, '$1');
  return dotAtom.test(plain) ? plain : `"${plain.replace(/["\\]/g, '\\$&')}"`;
}
