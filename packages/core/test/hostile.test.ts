import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { EngineOptions } from '../src/driver/index.ts';
import { createFetchTransport } from '../src/http/fetch-transport.ts';
import { createServiceClient, defineOperation, noAuth, type OrgError, type Runtime } from '../src/index.ts';
import { createNodeTransport } from '../src/node/index.ts';
import { type RawAnswer, startFaultServer } from '../src/testing/index.ts';
import {
  answer,
  cut,
  type Ending,
  Endless,
  type HostileAnswer,
  notHttp,
  okBody,
  slow,
  tooLarge,
} from './hostile-answer.ts';
import { bombs, codings } from './hostile-bombs.ts';
import { hints, texts } from './hostile-content.ts';
import { framings, headerSections, statusLines } from './hostile-framing.ts';

const maxResponseBytes = 2 ** 20;
// What the kernel and the parser may hold on top of it, on both ends of a connection.
const bufferedBytes = 32 * 2 ** 20;

const createThing = defineOperation({
  name: 'thing.create',
  safety: 'unsafe',
  encode: () => ({ method: 'POST', path: '/things', json: { name: 'a' } }),
  decode: z.looseObject({ ok: z.literal(true) }),
});

const groups = { statusLines, headerSections, framings, bombs, codings, texts, hints };
const all = Object.values(groups).flat();

const nodeEndings: Readonly<Record<string, Ending>> = {
  'a reason of 70 kB': notHttp,
  'a status line that never ends': notHttp,
  'a chunk extension that never ends': notHttp,
  'one 100 after another': slow,
  'gzip that breaks off': cut,
  '407 from no proxy': { error: 'BadRequestError', outcome: 'not-sent' },
};

// A turn of the event loop of several seconds is not explained by a busy machine: the work is not linear.
const longestTurnMs = 5_000;
const turns = monitorEventLoopDelay({ resolution: 10 });
beforeAll(() => void turns.enable());
afterAll(() => void turns.disable());

const fetchTransport = createFetchTransport();
const nodeTransport = createNodeTransport();
afterAll(() => nodeTransport.close());
const onTwoTransports = Object.entries(groups).flatMap(([group, rows]) => [
  { group, transport: 'fetch', rows },
  { group, transport: 'node:http', rows: rows.map(onNode) },
]);

describe.each(onTwoTransports)('C15: hostile answers over $transport: $group', ({ transport, rows }) => {
  it.each(rows)('%s', async (_name, raw, ending) => {
    turns.reset();
    const ended = await ask(raw, ending, {
      transport: transport === 'fetch' ? fetchTransport : nodeTransport,
    });
    expect(ended).toMatchObject(ending === 'value' ? { value: { ok: true } } : ending);
    if (raw instanceof Endless && ending !== slow) {
      expect(raw.takenBytes).toBeLessThan(maxResponseBytes + bufferedBytes);
    }
    expect(turns.max / 1e6).toBeLessThan(longestTurnMs);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });
});

describe('C15: hostile answers', () => {
  it('are more than 80, all different', () => {
    expect(new Set(all.map(([name]) => name)).size).toBe(all.length);
    expect(all.length).toBeGreaterThan(80);
  });

  const large = bombs.filter(([, , ending]) => ending === tooLarge);
  it.each(large)('no more is decoded than the limit and one piece: %s', async (_name, raw, ending) => {
    let decodedBytes = 0;
    const fetchCounted: Pick<Runtime, 'fetch'> = {
      async fetch(url, init) {
        const response = await fetch(url, init);
        const counted = new TransformStream<Uint8Array, Uint8Array>(
          {
            transform(piece, out) {
              decodedBytes += piece.byteLength;
              out.enqueue(piece);
            },
          },
          undefined,
          { highWaterMark: 0 },
        );
        return new Response(response.body?.pipeThrough(counted) ?? null, response);
      },
    };
    const ended = await ask(raw, ending, { runtime: fetchCounted });
    expect(ended).toMatchObject({ error: 'ResponseTooLargeError' });
    expect(decodedBytes).toBeGreaterThan(maxResponseBytes);
    expect(decodedBytes).toBeLessThan(maxResponseBytes + 256 * 1024);
  });

  it('a read makes at most three attempts, for any damaged response', async () => {
    const readThing = { ...createThing, safety: 'read' } as const;
    for (const [name, raw] of statusLines) {
      await using server = await startFaultServer();
      server.answerRaw(raw);
      await using client = createServiceClient(
        { name: 'acme', baseUrl: server.url, auth: noAuth() },
        { retry: { baseMs: 0 } },
      );
      await client.execute(readThing, undefined).catch(() => {});
      expect(server.requests.length, name).toBeGreaterThan(0);
      expect(server.requests.length, name).toBeLessThanOrEqual(3);
    }
  });

  it('an unsolicited response is never taken for the response to the next request', async () => {
    await using server = await startFaultServer();
    const length = (body: string) => `Content-Length: ${body.length}`;
    const planted = '{"ok":true,"planted":true}';
    server.answerRaw(answer('200 OK', okBody, length(okBody)) + answer('200 OK', planted, length(planted)), {
      when: { nth: 1 },
      end: 'keep-open',
    });
    await using client = createServiceClient({ name: 'acme', baseUrl: server.url, auth: noAuth() });
    expect(await client.execute(createThing, undefined)).toEqual({ ok: true });
    expect(await client.execute(createThing, undefined)).toEqual({ ok: true });
    expect(server.requests.map(({ connection }) => connection)).toEqual([1, 2]);
  });
});

/**
 * Differences between Node's http module and its fetch: it limits every head, reports damage, and reads
 * more.
 */
function onNode([name, raw, ending]: HostileAnswer): HostileAnswer {
  return [name, raw, nodeEndings[name] ?? ending];
}

/** One call that gets this answer, and how it ended. */
async function ask(
  raw: RawAnswer['raw'],
  ending: HostileAnswer[2],
  options: EngineOptions = {},
): Promise<{ readonly value: unknown } | { readonly error: string; readonly outcome: unknown }> {
  await using server = await startFaultServer();
  server.answerRaw(raw);
  await using client = createServiceClient(
    { name: 'acme', baseUrl: server.url, auth: noAuth() },
    { ...options, maxResponseBytes, timeoutMs: isSlow(ending) ? 1_000 : 15_000 },
  );
  try {
    return { value: await client.execute(createThing, undefined, { maxAttempts: 1 }) };
  } catch (thrown) {
    const { name, outcome } = thrown as OrgError;
    return { error: name, outcome };
  }
}

function isSlow(ending: Ending): boolean {
  return ending !== 'value' && ending.error === 'TimeoutError';
}
