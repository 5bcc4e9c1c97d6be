import { readAddressSpec } from './address-spec.ts';
import { memberPath } from './member-path.ts';
import {
  entriesOf,
  oneOf,
  ownValue,
  parsedBy,
  type Reader,
  type Reading,
  type Report,
  readFields,
} from './reader.ts';
import { findUnsafeText, utf8Length } from './text.ts';

/** One further header line of a message. @public */
export interface MessageHeader {
  readonly name: string;
  readonly value: string;
}

const headerName = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,76}$/;
// RFC 5322, section 2.1.1: a line has at most 998 octets. A URL cannot be folded.
const maxValueLength = 998;
const maxUrlLength = 990;

// Decided by the message's own fields, or written by servers only.
const reservedName =
  /^(?:b?cc|date|from|message-id|mime-version|received|reply-to|return-path|sender|subject|to)$/i;
const reservedPrefix = /^(?:arc-|authentication-results|content-|dkim-signature$|received-|resent-)/i;

function parseHeader(name: string, value: unknown): Reading<MessageHeader> {
  if (!headerName.test(name)) return { problem: 'has a name that is not a header name' };
  if (reservedName.test(name) || reservedPrefix.test(name))
    return { problem: "is decided by the message's own fields and cannot be set here" };
  if (typeof value !== 'string') return { problem: 'has a value that is not a string' };
  // A mail folds or encodes a header value, so a tab is harmless.
  const unsafe = findUnsafeText(value.replaceAll('\t', ' '));
  if (unsafe !== undefined) return { problem: `has a value that ${unsafe}` };
  if (utf8Length(value) > maxValueLength)
    return { problem: `has a value of more than ${maxValueLength} bytes` };
  return { value: { name, value } };
}

export const readHeaders: Reader<MessageHeader[]> = (input, path, report) => {
  const headers: MessageHeader[] = [];
  for (const [name, value] of entriesOf(input, path, report)) {
    const reading = parseHeader(name, value);
    if ('value' in reading) headers.push(reading.value);
    else report(memberPath(path, name), reading.problem);
  }
  return headers;
};

const readLevel = oneOf('high', 'normal', 'low');

// Mail programs look at X-Priority and Importance; neither is in a standard.
export const readPriority: Reader<MessageHeader[]> = (input, path, report) => {
  const level = readLevel(input, path, report);
  if (level === undefined || level === 'normal') return [];
  return [
    { name: 'X-Priority', value: level === 'high' ? '1 (Highest)' : '5 (Lowest)' },
    { name: 'Importance', value: level },
  ];
};

const unsubscribeReaders = {
  url: parsedBy(parseHttpsUrl),
  mailto: parsedBy((value) => {
    const reading = readAddressSpec(value);
    return 'value' in reading ? reading : { problem: 'must be an address' };
  }),
  oneClick: (value: unknown) => value === true,
};

/** The headers of RFC 2369 and RFC 8058. */
export const readUnsubscribe: Reader<MessageHeader[]> = (input, path, report) => {
  const { url, mailto, oneClick } = readFields(input, unsubscribeReaders, path, report);
  const hasUrl = ownValue(input, 'url') !== undefined;
  if (!hasUrl && ownValue(input, 'mailto') === undefined) report(path, 'must have a `url` or a `mailto`');
  if (oneClick && !hasUrl) report(`${path}.oneClick`, 'needs a `url`');
  const targets: string[] = [];
  if (url !== undefined) targets.push(`<${url}>`);
  if (mailto !== undefined) targets.push(`<mailto:${encodeURI(mailto)}>`);
  const headers: MessageHeader[] = [{ name: 'List-Unsubscribe', value: targets.join(', ') }];
  if (oneClick) headers.push({ name: 'List-Unsubscribe-Post', value: 'List-Unsubscribe=One-Click' });
  return headers;
};

function parseHttpsUrl(value: unknown): Reading<string> {
  const isUrl = typeof value === 'string' && /^https:[^<>\s]+$/i.test(value) && URL.canParse(value);
  if (!isUrl || findUnsafeText(value) !== undefined) return { problem: 'must be an https: URL' };
  const { href } = new URL(value);
  if (href.length <= maxUrlLength) return { value: href };
  return { problem: `is longer than ${maxUrlLength} bytes, and cannot be folded` };
}

export function reportRepeatedHeaders(headers: readonly MessageHeader[], report: Report): void {
  const seen = new Set<string>();
  for (const { name } of headers) {
    const lower = name.toLowerCase();
    if (seen.has(lower)) report(memberPath('headers', name), 'is given twice');
    seen.add(lower);
  }
}
