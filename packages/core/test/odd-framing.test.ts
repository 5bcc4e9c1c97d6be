import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createServiceClient, defineOperation, isOrgError, noAuth } from '../src/index.ts';
import { createNodeTransport } from '../src/node/index.ts';
import { startFaultServer } from '../src/testing/index.ts';
import { createUndiciTransport } from '../src/undici/index.ts';
import { head, okBody } from './hostile-answer.ts';

const node = createNodeTransport();
const undici = createUndiciTransport();
afterAll(() => Promise.all([node.close(), undici.close()]));
const runtime = { fetch: (url: string, init: RequestInit) => fetch(url, init) };
const transports = { fetch: { runtime }, 'node:http': { transport: node }, undici: { transport: undici } };

const once = gzipSync(okBody);
const twice = gzipSync(once);
const refused = { name: 'NetworkError', code: 'network', outcome: 'unknown' };

function encoded(codings: string | readonly string[], body: string | Uint8Array): Uint8Array {
  const lines = [codings].flat().map((coding) => `Content-Encoding: ${coding}`);
  const bytes = Buffer.from(body);
  return Buffer.concat([Buffer.from(head('200 OK', ...lines, `Content-Length: ${bytes.length}`)), bytes]);
}

const framed = (...lines: readonly string[]) => Buffer.from(head('200 OK', ...lines) + okBody);

const readThing = defineOperation({
  name: 'thing.read',
  safety: 'read',
  encode: () => ({ method: 'GET', path: '/thing' }),
  decode: (response): unknown => response.text(),
});
type Decode = (typeof readThing)['decode'];

/** The end of a read through each transport. */
async function endings(raw: Uint8Array, decode: Decode = (response) => response.text()) {
  const ends: Record<string, unknown> = {};
  for (const [name, options] of Object.entries(transports)) {
    await using server = await startFaultServer();
    server.answerRaw(raw);
    const service = { name: 'acme', baseUrl: server.url, auth: noAuth() };
    await using client = createServiceClient(service, { ...options, retry: false });
    ends[name] = await client.execute({ ...readThing, decode }, undefined).then(
      (value) => value,
      (error) => {
        if (!isOrgError(error)) throw error;
        return { name: error.name, code: error.code, outcome: error.outcome, retryable: error.retryable };
      },
    );
  }
  return ends;
}

const onAll = (end: unknown) => ({ fetch: end, 'node:http': end, undici: end });

describe('C15: one rule on all transports', () => {
  it.each([
    ['unknown', 'snappy'],
    ['empty', ''],
    ['identity', 'identity'],
    ['Identity', 'Identity'],
  ])('a single coding that changes nothing: %s', async (_what, coding) => {
    expect(await endings(encoded(coding, okBody))).toEqual(onAll(okBody));
  });

  it.each([
    ['in capitals', 'GZIP', once],
    ['by its old name', 'x-gzip', once],
    ['twice', 'gzip, gzip', twice],
    ['twice, in two headers', ['gzip', 'gzip'], twice],
  ])('gzip is decoded: %s', async (_what, coding, body) => {
    expect(await endings(encoded(coding, body))).toEqual(onAll(okBody));
  });

  it.each([
    ['an unknown coding inside', 'snappy, gzip'],
    ['an unknown coding outside', 'gzip, snappy'],
    ['identity inside', 'identity, gzip'],
    ['identity outside', 'gzip, identity'],
    ['an empty item before', ', gzip'],
    ['an empty item between', 'gzip, , gzip'],
    ['an empty item behind', 'gzip,'],
  ])('a body with a coding that is not decoded stays as it is: %s', async (_what, coding) => {
    const raw = encoded(coding, once);
    expect(await endings(raw)).toEqual(onAll(new TextDecoder().decode(once)));
    // A decoder of JSON says so, with the same error on all.
    const refusal = { name: 'ResponseFormatError', code: 'response-format', outcome: 'unknown' };
    expect(await endings(raw, z.looseObject({}))).toEqual(onAll({ ...refusal, retryable: false }));
  });

  it('gzip that is named twice, but used once, is a damaged response', async () => {
    expect(await endings(encoded('gzip, gzip', once))).toEqual(onAll({ ...refused, retryable: true }));
  });

  it.each([
    ['the same twice', ['Content-Length: 11', 'Content-Length: 11']],
    ['two that differ', ['Content-Length: 11', 'Content-Length: 5']],
    ['a list of the same', ['Content-Length: 11, 11']],
    ['a list that differs', ['Content-Length: 11, 5']],
    ['none', ['Content-Length:']],
    ['and chunked', ['Content-Length: 11', 'Transfer-Encoding: chunked']],
  ])('a doubled or contradicting length is not valid HTTP: %s', async (_what, lines) => {
    expect(await endings(framed(...lines))).toEqual(onAll({ ...refused, retryable: false }));
  });
});
