import type { ClientEvent } from '@org/core';
import { logTo } from '@org/core/log';
import { collectLeaks } from '@org/core/testing';
import { describe, expect, it } from 'vitest';
import { publishedPackages } from '../../scripts/package-entries.ts';
import { type DriverCalls, drivers, type Secrets } from './driver-calls.ts';

const count = 50;

/** The secrets of one client, in characters that every encoding changes. */
const secretsOf = (index: number): Secrets => ({
  key: `key/${index}+canary=0123456789~`,
  secondKey: `second/${index}+canary=abcdefghij~`,
  token: `token/${index}+canary=ABCDEFGHIJ~`,
  webhookSecret: `hook/${index}+canary=klmnopqrst~`,
});

const base64 = (text: string) => Buffer.from(text).toString('base64');
const escaped = (text: string) =>
  text.replace(/./gs, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** The forms in which a server, a proxy or a log repeats a secret. */
const encodings: readonly ((secret: string) => string)[] = [
  String,
  encodeURIComponent,
  (secret) => encodeURIComponent(encodeURIComponent(secret)),
  base64,
  (secret) => base64(`user:${secret}`),
  (secret) => Buffer.from(secret).toString('base64url'),
  (secret) => Buffer.from(secret).toString('hex'),
  (secret) => JSON.stringify(secret).replaceAll('/', '\\/'),
  escaped,
  (secret) => secret.replace(/[^\w]/g, (character) => `&#${character.charCodeAt(0)};`),
  (secret) => `https://user:${encodeURIComponent(secret)}@host.example/path?api_key=${secret}#${secret}`,
  (secret) => `${'x'.repeat(290)}${secret}`,
  (secret) => `${'x'.repeat(8_180)}${secret}`,
];

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
const printable = (text: string) => text.replace(/[^!-~]/g, '').slice(-190);

/** What a hostile service does with a text. */
const echoes: readonly ((text: string) => Response)[] = [
  (text) =>
    json(400, {
      message: text,
      error: text,
      Message: text,
      name: text,
      code: text,
      errors: [{ message: text }],
    }),
  (text) =>
    json(422, { error: { code: text, message: text }, ErrorMessage: text, ErrorCode: 300, Error: text }),
  (text) => json(500, { [text]: { [text]: [text] } }),
  (text) => json(200, { [text]: text, message: text }),
  (text) => json(200, text),
  (text) => new Response(text, { status: 200, headers: { 'content-type': 'application/json' } }),
  (text) => new Response(`<html>${text}</html>`, { status: 502, headers: { 'content-type': 'text/html' } }),
  (text) => json(401, { message: text }, { 'www-authenticate': `Basic realm="${printable(text)}"` }),
  (text) => json(429, {}, { 'x-request-id': printable(text), 'retry-after': printable(text) }),
  (text) => json(429, {}, { ratelimit: `"${printable(text)}";r=0;t=9`, 'x-amzn-errortype': printable(text) }),
  (text) => json(307, {}, { location: `https://evil.example/${encodeURIComponent(text)}` }),
  (text) => {
    const cause = Object.assign(new Error(`read ${text}`), { code: text, stack: text, config: { text } });
    throw Object.assign(new TypeError(`fetch failed: ${text}`, { cause }), { request: { text } });
  },
];

describe.each(drivers)('C13: $name shows no secret', ({ callsOf, open }) => {
  it(`in errors, events and logs: ${count} canaries`, async () => {
    const leaks = new Set<string>();
    const calls = await open(secretsOf(0), () => new Response());
    for (let index = 0; index < count; index += 1) {
      const { name } = calls[index % calls.length] ?? {};
      const { canaries, seen } = await failOnce(callsOf, name, index);
      for (const { canary, where } of collectLeaks(seen, canaries))
        leaks.add(`${name}: ${canary} in ${where.replace(/\d+/g, '*')}`);
    }
    expect([...leaks]).toEqual([]);
  });
});

it('every driver of an entry is among them', () => {
  // Without HTTP: `smtp()` has tests of its own, and the engine of `embedded()` is on this machine.
  const other = ['smtp', 'embedded'];
  const entries = publishedPackages()
    .flatMap(({ entries }) => entries)
    .filter(({ source }) => source.includes('/src/drivers/'))
    .map(({ path }) => path.slice(2))
    // Light entries open the same service: `test/light` of each package compares them. A part for inbound
    // mail calls through its client.
    .filter((entry) => !/\/(?:send|directions|inbound)$/.test(entry));
  const tested = drivers.map(({ name }) => name.replace(/[ ,].*/, ''));
  expect(entries.length).toBeGreaterThan(15);
  expect(entries.filter((entry) => ![...tested, ...other].includes(entry))).toEqual([]);
});

/** All that a call shows of itself while the service repeats every secret of the driver. */
async function failOnce(callsOf: DriverCalls['callsOf'], name: string | undefined, index: number) {
  const encode = encodings[index % encodings.length] ?? String;
  const echo = echoes[index % echoes.length];
  const used = new Set<string>();
  const secrets = new Proxy(secretsOf(index), {
    get(all, secret: keyof Secrets) {
      used.add(all[secret]);
      return all[secret];
    },
  });
  const seen: unknown[] = [];
  const log = logTo((line: string) => void seen.push(line), { level: 'debug' });
  let canaries: readonly string[] = [];
  const answer = (request: Request) => {
    const text = canaries.map(encode).join(' ');
    return echo?.(index % 2 === 0 ? text : `${text} ${sentText(request)}`) ?? new Response();
  };
  const onEvent = (event: ClientEvent) => {
    seen.push(event);
    log(event);
  };
  const call = callsOf(secrets, answer, { onEvent }).find((candidate) => candidate.name === name);
  canaries = [...used];
  await call?.run().then(
    () => undefined,
    (error: unknown) => void seen.push(error),
  );
  expect(seen.length).toBeGreaterThan(3);
  return { canaries, seen };
}

function sentText({ method, url, headers }: Request): string {
  return `${method} ${url} ${[...headers].map((pair) => pair.join(': ')).join('\n')}`;
}
