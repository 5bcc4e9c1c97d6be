import type { Reading } from './reading.ts';
import { findUnsafeHeaderText, utf8Length } from './unsafe-text.ts';

/** One further header line of a message. @public */
export interface MessageHeader {
  readonly name: string;
  readonly value: string;
}

const headerName = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,76}$/;
// RFC 5322, section 2.1.1: a line has at most 998 octets.
const maxValueLength = 998;

// What the message's own fields decide, or what only a server may write.
const reserved = new Set([
  'bcc',
  'cc',
  'date',
  'dkim-signature',
  'from',
  'message-id',
  'mime-version',
  'received',
  'reply-to',
  'return-path',
  'sender',
  'subject',
  'to',
]);
const reservedPrefixes = ['content-', 'resent-', 'arc-', 'authentication-results', 'received-'];

/** A header as the caller wrote it, checked: nothing in it can begin a line, an address or a part of its own. */
export function readHeader(name: string, value: unknown): Reading<MessageHeader> {
  if (!headerName.test(name)) return { problem: 'has a name that is not a header name' };
  const lower = name.toLowerCase();
  if (reserved.has(lower) || reservedPrefixes.some((prefix) => lower.startsWith(prefix)))
    return { problem: `is decided by the message's own fields and cannot be set here` };
  if (typeof value !== 'string') return { problem: 'has a value that is not a string' };
  const unsafe = findUnsafeHeaderText(value);
  if (unsafe !== undefined) return { problem: `has a value that ${unsafe}` };
  if (utf8Length(value) > maxValueLength)
    return { problem: `has a value of more than ${maxValueLength} bytes` };
  return { value: { name, value } };
}
