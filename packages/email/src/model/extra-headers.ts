import { readAddressSpec } from './address-spec.ts';
import { type MessageHeader, readHeader } from './header.ts';
import { memberPath, reportUnknownFields } from './known-fields.ts';
import type { Own, Report } from './report.ts';
import { findUnsafeText } from './unsafe-text.ts';

/** The caller's own headers and those that `priority` and `listUnsubscribe` stand for. */
export function readExtraHeaders(own: Own, report: Report): MessageHeader[] {
  const headers = [
    ...readHeaders(own('headers'), report),
    ...headersOfPriority(own('priority'), report),
    ...headersOfUnsubscribe(own('listUnsubscribe'), report),
  ];
  const seen = new Set<string>();
  for (const { name } of headers) {
    const lower = name.toLowerCase();
    if (seen.has(lower)) report(memberPath('headers', name), 'is given twice');
    seen.add(lower);
  }
  return headers;
}

function readHeaders(input: unknown, report: Report): MessageHeader[] {
  if (input === undefined) return [];
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    report('headers', 'must be an object of names and values');
    return [];
  }
  const headers: MessageHeader[] = [];
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined) continue;
    const reading = readHeader(name, value);
    if ('value' in reading) headers.push(reading.value);
    else report(memberPath('headers', name), reading.problem);
  }
  return headers;
}

// X-Priority and Importance are what mail programs look at; neither is in a standard.
function headersOfPriority(input: unknown, report: Report): MessageHeader[] {
  if (input === undefined || input === 'normal') return [];
  if (input !== 'high' && input !== 'low') {
    report('priority', "must be 'high', 'normal' or 'low'");
    return [];
  }
  return [
    { name: 'X-Priority', value: input === 'high' ? '1 (Highest)' : '5 (Lowest)' },
    { name: 'Importance', value: input },
  ];
}

function headersOfUnsubscribe(input: unknown, report: Report): MessageHeader[] {
  if (input === undefined) return [];
  if (typeof input === 'object' && input !== null)
    reportUnknownFields(input, ['url', 'mailto', 'oneClick'], 'listUnsubscribe', report);
  const own: Own = (key) =>
    typeof input === 'object' && input !== null && Object.hasOwn(input, key)
      ? Reflect.get(input, key)
      : undefined;
  const [url, mailto, oneClick] = [own('url'), own('mailto'), own('oneClick')];
  const targets: string[] = [];
  const href = typeof url === 'string' ? readHttpsUrl(url) : undefined;
  if ((href?.length ?? 0) > maxUrlLength)
    report('listUnsubscribe.url', `is longer than ${maxUrlLength} bytes, and cannot be folded`);
  if (href !== undefined) targets.push(`<${href}>`);
  else if (url !== undefined) report('listUnsubscribe.url', 'must be an https: URL');
  const address = typeof mailto === 'string' ? readAddressSpec(mailto) : undefined;
  if (address !== undefined && 'value' in address) targets.push(`<mailto:${encodeURI(address.value)}>`);
  else if (mailto !== undefined) report('listUnsubscribe.mailto', 'must be an address');
  if (url === undefined && mailto === undefined) report('listUnsubscribe', 'must have a `url` or a `mailto`');
  if (oneClick === true && url === undefined) report('listUnsubscribe.oneClick', 'needs a `url`');
  const headers: MessageHeader[] = [{ name: 'List-Unsubscribe', value: targets.join(', ') }];
  if (oneClick === true) headers.push({ name: 'List-Unsubscribe-Post', value: 'List-Unsubscribe=One-Click' });
  return headers;
}

// A line of a header has at most 998 octets (RFC 5322, section 2.1.1), and a URL cannot be folded.
const maxUrlLength = 990;

function readHttpsUrl(text: string): string | undefined {
  if (findUnsafeText(text) !== undefined || /[<>\s]/.test(text) || !URL.canParse(text)) return undefined;
  const { protocol, href } = new URL(text);
  return protocol === 'https:' ? href : undefined;
}
