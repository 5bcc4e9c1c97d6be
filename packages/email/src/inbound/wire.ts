import { InvalidInputError } from '@org/core';
import { encodeHex, utf8 } from '@org/core/webhooks';
import type { ReceivedWebhook } from '../driver/webhook-scheme.ts';
import type { EmailAddress } from '../model/address.ts';
import { ownValue } from '../model/reader.ts';
import { listIn } from '../wire/filled.ts';
import type { InboundCheck, InboundHeader, InboundSpam } from './inbound-mail.ts';

/** The error for a body that has the service's form and not its fields. */
export function notMail(problem: string): InvalidInputError {
  return new InvalidInputError({ message: `The inbound mail ${problem}.`, issues: [], outcome: 'not-sent' });
}

/** The body as JSON; `undefined` for another one. Ids of mails are texts: no number is rounded. */
export function jsonOf({ text }: Pick<ReceivedWebhook, 'text'>): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A text of an object, whole; `undefined` for an empty one. */
export function wholeText(value: unknown, name: string): string | undefined {
  const text = ownValue(value, name);
  return typeof text === 'string' && text !== '' ? text : undefined;
}

export { listIn as listOf };

/** The texts of a list; also a text alone. */
export function textsOf(value: unknown, name: string): readonly string[] {
  return [ownValue(value, name)].flat().filter((each): each is string => typeof each === 'string');
}

/** A mailbox of an object with these fields. */
export function mailboxOf(value: unknown, addressField: string, nameField: string): EmailAddress | undefined {
  const address = wholeText(value, addressField);
  const name = wholeText(value, nameField);
  return address === undefined ? undefined : { address, ...(name === undefined ? {} : { name }) };
}

/** A short text that is the same for the same content. */
export async function digestOf(content: string | Uint8Array): Promise<string> {
  const bytes = typeof content === 'string' ? utf8(content) : content;
  const hash = await crypto.subtle.digest('SHA-256', bytes as BufferSource);
  return encodeHex(new Uint8Array(hash, 0, 16));
}

/** The value of the first header with this name, which is in lower case here. */
export function headerValue(headers: readonly InboundHeader[], name: string): string | undefined {
  return headers.find((header) => header.name.toLowerCase() === name)?.value;
}

/** The lines that the service wrote: those of the sender are below the line of its receipt by SMTP. */
export function linesOfService(
  headers: readonly InboundHeader[],
  receipt: RegExp = /^/,
): readonly InboundHeader[] {
  const isReceipt = ({ name, value }: InboundHeader) =>
    name.toLowerCase() === 'received' && receipt.test(value);
  return headers.slice(0, Math.max(headers.findIndex(isReceipt), 0));
}

/** Header lines of a text, unfolded. */
export function headersOfText(text: string): InboundHeader[] {
  return text
    .replace(/\r?\n(?=[ \t])/g, '')
    .split(/\r?\n/)
    .flatMap((line) => {
      const colon = line.indexOf(':');
      return colon < 1 ? [] : [{ name: line.slice(0, colon).trim(), value: line.slice(colon + 1).trim() }];
    });
}

const parameters = /;\s*([^\s=;*]+)(?:\*(\d{1,3}))?(\*)?\s*=\s*("(?:[^"\\]|\\.)*"|[^;]*)/g;

/** A parameter of a header value: `name` of `a/b; name="c"`, also divided and encoded (RFC 2231). */
export function parameterOf(value = '', wanted: string): string | undefined {
  let plain: string | undefined;
  const sections: { readonly given: string; readonly isEncoded: boolean }[] = [];
  for (const [, name = '', section, star, text = ''] of value.matchAll(parameters)) {
    if (name.toLowerCase() !== wanted) continue;
    const given = text.startsWith('"') ? text.replace(/^"|"$/g, '').replace(/\\(["\\])/g, '$1') : text.trim();
    if (section === undefined && star === undefined) plain ??= given;
    else sections[Number(section ?? 0)] = { given, isEncoded: star !== undefined };
  }
  if (sections.length === 0) return plain;
  if (!sections.some(({ isEncoded }) => isEncoded)) return sections.map(({ given }) => given).join('');
  const encode = (text: string) => text.replaceAll('%', '%25').replaceAll("'", '%27');
  const whole = sections.map(({ given, isEncoded }) => (isEncoded ? given : encode(given))).join('');
  const [, charset, encoded = whole] = extendedForm.exec(whole) ?? [];
  const decoded = [charset || 'utf-8', 'utf-8', 'latin1'].map((each) => decodePercent(encoded, each));
  return decoded.find((each) => each !== undefined) ?? encoded;
}

/** `utf-8'en'%e2%82%ac` (RFC 2231, section 4). */
const extendedForm = /^([\w.:-]*)'[\w-]*'(.*)$/s;

/** The text of a name in this form whose charset is known; `undefined` of another text. */
export function decodeExtended(text: string): string | undefined {
  const [, charset = '', encoded = ''] = extendedForm.exec(text) ?? [];
  return charset !== '' && /%[\da-f]{2}/i.test(encoded) ? decodePercent(encoded, charset) : undefined;
}

function decodePercent(encoded: string, charset: string): string | undefined {
  const characters = encoded.replace(/%([\da-f]{2})/gi, (_, hex) => String.fromCharCode(parseInt(hex, 16)));
  if (!/^[\0-\xff]*$/.test(characters)) return undefined;
  try {
    const decoder = new TextDecoder(charset, { fatal: true });
    return decoder.decode(Uint8Array.from(characters, (each) => each.charCodeAt(0)));
  } catch {
    return undefined;
  }
}

/** Header lines of an object whose values are texts, or lists of them. */
export function headersOfObject(object: unknown): InboundHeader[] {
  if (typeof object !== 'object' || object === null) return [];
  return Object.entries(object).flatMap(([name, values]) =>
    [values].flat().flatMap((value) => (typeof value === 'string' ? [{ name, value }] : [])),
  );
}

/** Header lines of objects with a `Name` and a `Value`. */
export function headersOfList(list: readonly unknown[]): InboundHeader[] {
  return list.flatMap((line) => {
    const [key, text] = [wholeText(line, 'Name'), ownValue(line, 'Value')];
    return key !== undefined && typeof text === 'string' ? [{ name: key, value: text }] : [];
  });
}

/** An address of SMTP without its angle brackets; empty for `<>`. */
export function smtpAddress(text: string | undefined): string | undefined {
  return text?.trim().replace(/^<(.*)>$/, '$1');
}

/** A score that may be a text, and a verdict: `yes`, `true`. */
export function spamOf(score: unknown, verdict?: string | undefined): InboundSpam {
  const number = typeof score === 'string' && score.trim() !== '' ? Number(score) : score;
  return {
    score: typeof number === 'number' && Number.isFinite(number) ? number : undefined,
    isSpam: verdict === undefined ? undefined : /^\s*(?:yes|true)\b/i.test(verdict),
  };
}

const checks: readonly string[] = [
  'pass',
  'fail',
  'softfail',
  'neutral',
  'none',
  'policy',
  'temperror',
  'permerror',
] satisfies readonly InboundCheck[];

/** The first word of a result, if it is one of RFC 8601: `Pass (mailfrom) …`. */
export function checkOf(result: string | undefined): InboundCheck | undefined {
  const word = /^\s*([a-z]+)/i.exec(result ?? '')?.[1]?.toLowerCase() ?? '';
  return checks.includes(word) ? (word as InboundCheck) : undefined;
}

/** The result of a check that may be there several times; none where the results differ. */
export function soleCheck(results: readonly string[]): InboundCheck | undefined {
  const [first, ...others] = new Set(results.map(checkOf));
  return others.length === 0 ? first : undefined;
}
