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
  readBoolean,
  readFields,
  requireFields,
} from './reader.ts';
import { findUnsafeText, textWithout, utf8Length } from './text.ts';

/** One further header line of a message. @public */
export interface MessageHeader {
  readonly name: string;
  /** One line, without folds. */
  readonly value: string;
  /** The value of a {@link PreparedHeader}, with its folds: a mail has it to the byte. */
  readonly written?: string | undefined;
}

/**
 * A header value in its wire form: encoded words, percent signs and folds are the caller's. `smtp()` and the
 * MIME of other services carry it to the byte; services that take names and values get it unfolded. @public
 */
export interface PreparedHeader {
  readonly prepared: true;
  /**
   * Printable ASCII, spaces and tabs. CRLF is between lines of at most 998 bytes, of which each but the first
   * begins with a space or a tab (RFC 5322, section 2.2.3).
   */
  readonly value: string;
}

/** Where a person can leave a mailing list; at least one of both. @public */
export interface ListUnsubscribe {
  /** An `https:` address. */
  readonly url?: string | undefined;
  /**
   * A mailbox that unsubscribes the sender of a mail to it; with a subject or a body where it needs them:
   * `mailto:out@acme.dev?subject=out`, percent-encoded (RFC 6068).
   */
  readonly mailto?: string | undefined;
  /** The URL unsubscribes on a POST, without further questions (RFC 8058). @defaultValue false */
  readonly oneClick?: boolean | undefined;
}

const headerName = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,76}$/;
// RFC 5322, section 2.1.1: a line has at most 998 octets; a value is folded at its spaces.
const maxLineLength = 998;
const maxValueLength = 10_000;
// A URL cannot be folded.
const maxUrlLength = 990;

// Decided by the message's own fields, or written by servers only.
const reservedName =
  /^(?:b?cc|date|from|message-id|mime-version|received|reply-to|return-path|sender|subject|to)$/i;
const reservedPrefix = /^(?:arc-|authentication-results|content-|dkim-signature$|received-|resent-)/i;

function nameProblem(name: string): string | undefined {
  if (!headerName.test(name)) return 'has a name that is not a header name';
  return reservedName.test(name) || reservedPrefix.test(name)
    ? "is decided by the message's own fields and cannot be set here"
    : undefined;
}

function parseValue(value: unknown): Reading<string> {
  if (typeof value !== 'string') return { problem: 'has a value that is not a string' };
  // A mail folds or encodes a header value, so a tab is harmless.
  const unsafe = findUnsafeText(value.replaceAll('\t', ' '));
  if (unsafe !== undefined) return { problem: `has a value that ${unsafe}` };
  if (utf8Length(value) > maxValueLength)
    return { problem: `has a value of more than ${maxValueLength} bytes` };
  if (value.split(/[ \t]/).some((word) => utf8Length(word) > maxLineLength))
    return { problem: `has more than ${maxLineLength} bytes without a space, which cannot be folded` };
  return { value };
}

// RFC 5322, section 3.2.2: no line of a folded field is white space alone.
const foldedLines = /^[\t -~]*(?:\r\n[\t ]+[!-~][\t -~]*)*$/;

function readHeader(name: string, given: unknown, path: string, report: Report): MessageHeader | undefined {
  if (ownValue(given, 'prepared') !== true) {
    const reading = parseValue(given);
    if ('value' in reading) return { name, value: reading.value };
    report(path, reading.problem);
    return undefined;
  }
  requireFields(given, ['value'], path, report);
  const readers = { prepared: readBoolean, value: textWithout((value) => preparedProblem(name, value)) };
  const { value: written } = readFields(given, readers, path, report);
  return written === undefined ? undefined : { name, value: written.replaceAll('\r\n', ''), written };
}

function preparedProblem(name: string, value: string): string | undefined {
  if (!foldedLines.test(value))
    return 'must be printable ASCII, with CRLF and a space or a tab as its only line breaks';
  if (value.length > maxValueLength) return `has more than ${maxValueLength} bytes`;
  const isLong = `${name}: ${value}`.split('\r\n').some(({ length }) => length > maxLineLength);
  return isLong ? `has a line of more than ${maxLineLength} bytes with the name: fold it` : undefined;
}

export const readHeaders: Reader<MessageHeader[]> = (input, path, report) => {
  const headers: MessageHeader[] = [];
  for (const [name, value] of entriesOf(input, path, report)) {
    const problem = nameProblem(name);
    if (problem !== undefined) report(memberPath(path, name), problem);
    else
      for (const one of Array.isArray(value) ? value : [value]) {
        const header = readHeader(name, one, memberPath(path, name), report);
        if (header !== undefined) headers.push(header);
      }
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
  mailto: parsedBy(parseMailto),
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
  if (mailto !== undefined) targets.push(`<mailto:${mailto}>`);
  const headers: MessageHeader[] = [{ name: 'List-Unsubscribe', value: targets.join(', ') }];
  if (oneClick) headers.push({ name: 'List-Unsubscribe-Post', value: 'List-Unsubscribe=One-Click' });
  return headers;
};

/** An address, also with `mailto:` before it and fields after it: `leave@acme.dev?subject=list-17`. */
function parseMailto(value: unknown): Reading<string> {
  const [, spec = '', query] = /^(?:mailto:)?([^?]*)(?:\?(.*))?$/s.exec(`${value}`) ?? [];
  const reading = readAddressSpec(typeof value === 'string' ? spec : value);
  if (!('value' in reading)) return { problem: 'must be an address, with or without ?subject=…' };
  const address = encodeURI(reading.value);
  if (query === undefined) return { value: address };
  if (findUnsafeText(query) !== undefined || !/^(?:subject|body)=[^=&#]*(?:&body=[^=&#]*)?$/i.test(query))
    return { problem: 'may have the fields subject and body only: leave@acme.dev?subject=list-17' };
  const target = `${address}?${encodeURI(safeDecode(query)).replaceAll('<', '%3C').replaceAll('>', '%3E')}`;
  if (target.length > maxUrlLength) return { problem: `is longer than ${maxUrlLength} bytes` };
  return { value: target };
}

/** Percent signs that are escapes stay escapes. */
function safeDecode(text: string): string {
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
}

function parseHttpsUrl(value: unknown): Reading<string> {
  const isUrl = typeof value === 'string' && /^https:[^<>\s]+$/i.test(value) && URL.canParse(value);
  if (!isUrl || findUnsafeText(value) !== undefined) return { problem: 'must be an https: URL' };
  const { href } = new URL(value);
  if (href.length <= maxUrlLength) return { value: href };
  return { problem: `is longer than ${maxUrlLength} bytes, and cannot be folded` };
}

/** A field of ours may not repeat one of the caller's, nor may two spellings of one name. */
export function reportRepeatedHeaders(headers: readonly MessageHeader[], report: Report): void {
  const seen = new Map<string, string>();
  for (const { name } of headers) {
    const lower = name.toLowerCase();
    const other = seen.get(lower);
    const isList = other === name && !ownNames.test(name);
    if (other !== undefined && !isList) report(memberPath('headers', name), 'is given twice');
    seen.set(lower, name);
  }
}

/** Headers that fields of the message write. */
const ownNames = /^(?:list-unsubscribe(?:-post)?|x-priority|importance)$/i;

/** The headers without the later ones of a name. */
export function withoutRepeats(headers: readonly MessageHeader[]): readonly MessageHeader[] {
  const names = new Set<string>();
  return headers.filter(({ name }) => names.size < names.add(name).size);
}
