import { isALabel } from './a-label.ts';
import type { Reading } from './reader.ts';

const hostCharacters = /^[A-Za-z0-9.\-\u0080-\u{10ffff}]+$/u;
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const ipv4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;

/**
 * A domain for the wire: lower-case ASCII, an internationalised name in its `xn--` form, or an address
 * literal such as `[192.0.2.1]` (RFC 5321, section 4.1.2 and 4.1.3).
 */
export function readDomain(text: string): Reading<string> {
  if (text === '') return { problem: 'has nothing after the @' };
  if (text.startsWith('[')) return readLiteral(text);
  if (!hostCharacters.test(text)) return { problem: `has a character that a domain cannot have` };
  const ascii = convertToAscii(text);
  if (ascii === undefined) return { problem: 'has a domain that is not a valid internationalised name' };
  const labels = ascii.split('.');
  if (labels.some((part) => part === ''))
    return { problem: 'has an empty part in its domain (two dots, or a dot at an end)' };
  if (!labels.every((part) => label.test(part)))
    return { problem: 'has a domain part that is longer than 63 characters or begins or ends with a hyphen' };
  if (labels.some((part) => part.startsWith('xn--') && !isALabel(part)))
    return { problem: 'has a domain part that begins with xn-- and is not an internationalised name' };
  if (/^\d+$/.test(labels.at(-1) ?? ''))
    return { problem: 'has a domain that ends in a number (an IP address goes in square brackets)' };
  return { value: ascii };
}

// The platform's URL parser holds the full IDNA tables. It converts only names that are not ASCII: the
// versions of Node disagree about `xn--` labels, and `1.2.3` would become an IP address.
function convertToAscii(text: string): string | undefined {
  if (!/\P{ASCII}/u.test(text)) return text.toLowerCase();
  try {
    return new URL(`http://${text}/`).hostname;
  } catch {
    return undefined;
  }
}

function readLiteral(text: string): Reading<string> {
  const inner = text.slice(1, -1);
  if (!text.endsWith(']')) return { problem: 'has an address literal without its closing bracket' };
  if (ipv4.test(inner)) return { value: `[${inner}]` };
  const ipv6 = /^ipv6:([0-9a-f:.]{2,45})$/i.exec(inner)?.[1];
  if (ipv6 !== undefined && URL.canParse(`http://[${ipv6}]/`))
    return { value: `[IPv6:${ipv6.toLowerCase()}]` };
  return { problem: 'has an address literal that is neither [IPv4] nor [IPv6:…]' };
}
