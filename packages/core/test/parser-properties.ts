import fc from 'fast-check';
import { expect } from 'vitest';
import { parseHttpDate, parseRetryAfter, readRetryAfter } from '../src/headers/index.ts';
import { parseBaseUrl } from '../src/http/base-url.ts';
import { decideRedirect } from '../src/http/redirect.ts';
import { createHeaders } from '../src/http/request.ts';
import {
  ConfigurationError,
  classifyStatus,
  createServiceResponse,
  InvalidInputError,
  isOrgError,
  pathSegment,
} from '../src/index.ts';
import { readReset } from '../src/limits/headers/reset-time.ts';
import { joinUrl } from '../src/pipeline/http-request.ts';

const startMs = Date.UTC(2026, 10, 21, 12, 0, 0);

/** Text of random pieces of the grammar, and any other text. */
const textOf = (...pieces: readonly string[]) =>
  fc.oneof(
    fc.array(fc.constantFrom(...pieces), { maxLength: 20 }).map((parts) => parts.join('')),
    fc.string({ unit: 'binary', maxLength: 60 }),
  );

const hint = textOf(
  '0',
  '1',
  '9',
  '.',
  '-',
  '+',
  'e',
  ' ',
  ':',
  ',',
  'Sat',
  'Nov',
  'GMT',
  '2026',
  '-26',
  '21',
);
const seconds = fc.integer({ min: 0, max: 86_400 });
const instant = fc.date({ min: new Date('1970-01-01'), max: new Date('2069-12-31'), noInvalidDate: true });
const reset = textOf(
  '1',
  '60',
  '1795262400',
  '000',
  '.',
  '-',
  'h',
  'm',
  's',
  'ms',
  'T',
  'Z',
  '2026-11-21',
  ':',
);
const url = textOf(
  'https:',
  'http:',
  '/',
  '//',
  '\\',
  '@',
  ':',
  '?',
  '#',
  '[',
  ']',
  '..',
  '%2e',
  'a.test',
  'key',
  '80',
);
const path = textOf(
  '/',
  '//',
  '.',
  '..',
  '%2e',
  '%2E',
  '%2f',
  '%5c',
  '\\',
  '?',
  '#',
  '@',
  ':',
  'a',
  'ä',
  ' ',
  '\n',
);
const query = fc.dictionary(
  fc.string({ minLength: 1, maxLength: 8 }),
  fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.array(fc.string(), { maxLength: 3 })),
  { maxKeys: 4 },
);
const base = fc.constantFrom(
  'https://api.test',
  'https://api.test/',
  'https://api.test:8443/v1',
  'http://[::1]/a/b/',
);

const isSaneWait = (waitMs: number | undefined) =>
  waitMs === undefined || (Number.isFinite(waitMs) && waitMs >= 0);

/** What holds of every parser, for any text. */
export const parserProperties = {
  'Retry-After, any text: a finite wait or nothing': fc.property(hint, (text) => {
    expect(isSaneWait(parseRetryAfter(text, startMs))).toBe(true);
  }),

  'Retry-After, seconds: read as they were written': fc.property(seconds, (count) => {
    expect(parseRetryAfter(String(count), startMs)).toBe(count * 1_000);
  }),

  'Retry-After, a date in each of the three forms: the same instant': fc.property(instant, (date) => {
    const wholeMs = Math.floor(date.getTime() / 1_000) * 1_000;
    for (const text of dateForms(date)) expect([text, parseHttpDate(text, wholeMs)]).toEqual([text, wholeMs]);
  }),

  'hint headers, any values: a finite wait or nothing': fc.property(
    fc.dictionary(
      fc.constantFrom('retry-after', 'retry-after-ms', 'x-ms-retry-after-ms', 'x-amz-retry-after', 'date'),
      hint,
    ),
    (headers) => {
      const waitMs = readRetryAfter({ get: (name) => headers[name] ?? null }, startMs);
      expect(isSaneWait(waitMs)).toBe(true);
    },
  ),

  'a reset, any text: within a day or nothing': fc.property(reset, (text) => {
    const waitMs = readReset(undefined, text, startMs);
    expect(isSaneWait(waitMs) && (waitMs ?? 0) <= 86_400_000).toBe(true);
  }),

  'a reset as a duration: read as it was written': fc.property(
    fc.nat(23),
    fc.nat(59),
    fc.nat(59),
    (hours, minutes, rest) => {
      expect(readReset(undefined, `${hours}h${minutes}m${rest}s`, startMs)).toBe(
        hours * 3_600_000 + minutes * 60_000 + rest * 1_000,
      );
    },
  ),

  'base URL, any text: a safe origin or an error of ours': fc.property(url, (text) => {
    const parsed = attempt(() => parseBaseUrl(text, { provider: 'acme' }));
    if ('error' in parsed) {
      expect(ConfigurationError.isInstance(parsed.error)).toBe(true);
      return;
    }
    const { protocol, username, password, search, hash } = parsed.value;
    expect({ username, password, search, hash }).toEqual({
      username: '',
      password: '',
      search: '',
      hash: '',
    });
    expect(['https:', 'http:']).toContain(protocol);
  }),

  'a path, any text: below the base URL or an error of ours': fc.property(base, path, (text, below) => {
    const root = new URL(text);
    const joined = attempt(() => joinUrl(root, below));
    if ('error' in joined) {
      expect(InvalidInputError.isInstance(joined.error)).toBe(true);
      return;
    }
    expect(joined.value.origin).toBe(root.origin);
    expect(joined.value.pathname.startsWith(`${root.pathname.replace(/\/+$/, '')}/`)).toBe(true);
    expect(joined.value.search + joined.value.hash).toBe('');
  }),

  'a query, any names and values: read back as it was written': fc.property(base, query, (text, given) => {
    const joined = joinUrl(new URL(text), '/things', given);
    const written = Object.entries(given).flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map((item) => [name, String(item)]),
    );
    const wellFormed = written.map((pair) => pair.map((text) => Buffer.from(text).toString()));
    expect([...new URL(joined.href).searchParams]).toEqual(wellFormed);
  }),

  'a path segment, any text: one segment, read back as it was, or an error of ours': fc.property(
    path,
    (text) => {
      const segment = attempt(() => pathSegment(text));
      if ('error' in segment) {
        expect(isOrgError(segment.error)).toBe(true);
        return;
      }
      const { pathname } = new URL(`/a/${segment.value}/b`, 'https://api.test');
      expect(pathname.split('/').length).toBe(4);
      expect(decodeURIComponent(pathname.split('/')[2] ?? '')).toBe(text);
    },
  ),

  'a redirect, any target: nowhere else': fc.property(url, (location) => {
    const from = new URL('https://api.test/v1/things');
    const response = { status: 302, headers: { get: () => location } };
    const decision = decideRedirect(response, from, 'GET', 0);
    if (!decision?.follow) return;
    expect(decision.url.origin).toBe(from.origin);
    expect(decision.url.username + decision.url.password).toBe('');
  }),

  'an answer, any status and bytes: a success or a failure with its outcome': fc.property(
    fc.integer({ min: 100, max: 999 }),
    fc.uint8Array({ maxLength: 64 }),
    hint,
    (status, bytes, text) => {
      const get = (name: string) => (name === 'retry-after' ? text : null);
      const failure = classifyStatus(createServiceResponse(status, { get }, bytes), { nowMs: startMs });
      expect(failure === undefined).toBe((status >= 200 && status < 300) || status === 304);
      if (failure === undefined) return;
      expect(['not-sent', 'unknown']).toContain(failure.outcome);
      expect(isSaneWait(failure.retryAfterMs)).toBe(true);
      expect(failure.message).not.toBe('');
    },
  ),

  'a header, any name and value: as the platform takes it, or refused': fc.property(
    fc.oneof(textOf('x-key', 'X', ' ', ':', '\r\n', 'ä', '\0'), fc.constant('x-key')),
    textOf(
      'a',
      ' ',
      '\t',
      '\r',
      '\n',
      '\v',
      '\u00a0',
      '\ufeff',
      '\u0001',
      '\u007f',
      'ä',
      '€',
      ': ',
      'x-evil',
    ),
    (name, value) => {
      const taken = attempt(() => {
        const headers = createHeaders();
        headers.set(name, value);
        return [...headers];
      });
      if ('error' in taken) return;
      const platform = new Headers();
      platform.set(name, value);
      expect(taken.value).toEqual([...platform]);
    },
  ),

  'JSON, any value: read back as it was': fc.property(fc.json(), (text) => {
    const answer = createServiceResponse(200, new Headers(), new TextEncoder().encode(text));
    expect(answer.json()).toEqual(JSON.parse(text));
  }),
};

const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

function dateForms(date: Date): string[] {
  const imf = date.toUTCString();
  const [day = '', dayOfMonth = '', month = '', year = '', time = ''] = imf.split(/[ ,]+/);
  const rfc850 = `${days[date.getUTCDay()]}, ${dayOfMonth}-${month}-${year.slice(2)} ${time} GMT`;
  const asctime = `${day} ${month} ${String(Number(dayOfMonth)).padStart(2)} ${time} ${year}`;
  return [imf, rfc850, asctime];
}

function attempt<T>(run: () => T): { readonly value: T } | { readonly error: unknown } {
  try {
    return { value: run() };
  } catch (error) {
    return { error };
  }
}
