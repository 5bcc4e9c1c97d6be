import { getEventListeners } from 'node:events';
import { bearerAuth } from '../src/auth/bearer.ts';
import { createServiceClient } from '../src/client.ts';
import { type ClientEvent, createRuntime, defineOperation, maxConcurrency, Secret } from '../src/index.ts';
import { createLimiter } from '../src/limits/create-limiter.ts';

/** What a call did, and what it left behind. */
export interface WatchedCall {
  readonly result: PromiseSettledResult<unknown>;
  /** Scheduler of the microtask queue until the call had ended. */
  readonly steps: number;
  readonly fetches: number;
  /** Requests begun although the caller had aborted, with a signal that did not stop them. */
  readonly fetchesAfterAbort: number;
  /** Events told after the operation's end. */
  readonly lateEvents: number;
  readonly left: {
    readonly sleeps: number;
    readonly listeners: number;
    readonly permits: number;
    readonly waiting: number;
    readonly openBodies: number;
  };
}

const readThing = defineOperation({
  name: 'thing.get',
  safety: 'read',
  encode: () => ({ method: 'GET', path: '/things' }),
  decode: async (answer) => answer.json(),
});

/**
 * Runs one call in which everything succeeds at last: a credential source that takes a while, a limiter,
 * two answers of 503, waits, and a body in pieces. All of it in microtasks, so that it can be stopped at
 * every single one.
 */
export async function watchCall(options: {
  readonly reason: unknown;
  readonly abortAtStep?: number;
}): Promise<WatchedCall> {
  const { reason, abortAtStep = Number.POSITIVE_INFINITY } = options;
  const controller = new AbortController();
  const { signal } = controller;
  const network = scriptedNetwork(signal);
  const runtime = createRuntime({ fetch: network.fetch, sleep: network.sleep, random: () => 0.5 });
  const told: ClientEvent['type'][] = [];
  const limiter = createLimiter({ limits: [maxConcurrency(1)], runtime });
  const client = createServiceClient(
    { name: 'acme', baseUrl: 'https://api.acme.test', auth: bearerAuth(), credential: slowSource() },
    { runtime, limiter, onEvent: ({ type }) => told.push(type) },
  );

  let settled: PromiseSettledResult<unknown> | undefined;
  client.execute(readThing, undefined, { signal }).then(
    (value) => {
      settled = { status: 'fulfilled', value };
    },
    (error: unknown) => {
      settled = { status: 'rejected', reason: error };
    },
  );
  let steps = 0;
  while (settled === undefined) {
    if (steps === abortAtStep) controller.abort(reason);
    await Promise.resolve();
    steps++;
    // A safety net, not a wait: whatever needs a turn of the event loop gets one.
    if (steps % 1000 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  // What a call left behind may still be tidying up.
  await new Promise((resolve) => setImmediate(resolve));
  const { inFlight: permits, pending: waiting } = limiter.snapshot();
  const { sleeps, openBodies } = network;
  return {
    result: settled,
    steps,
    fetches: network.fetches,
    fetchesAfterAbort: network.fetchesAfterAbort,
    lateEvents: told.includes('operation-end') ? told.length - 1 - told.indexOf('operation-end') : 0,
    left: { sleeps, listeners: getEventListeners(signal, 'abort').length, permits, waiting, openBodies },
  };
}

function slowSource() {
  return {
    description: 'a source that takes a while',
    load: async () => {
      await turns(5);
      return { secret: new Secret('a-key-of-no-use'), source: 'the test' };
    },
  };
}

function scriptedNetwork(callerSignal: AbortSignal) {
  const network = {
    fetches: 0,
    fetchesAfterAbort: 0,
    sleeps: 0,
    openBodies: 0,
    async fetch(_url: string, { signal }: RequestInit): Promise<Response> {
      network.fetches++;
      if (callerSignal.aborted && signal?.aborted !== true) network.fetchesAfterAbort++;
      const status = network.fetches < 3 ? 503 : 200;
      await turns(10);
      signal?.throwIfAborted();
      return new Response(bodyInPieces(status, signal ?? undefined), { status });
    },
    /** Short waits end after some turns, long ones (the time limits) only when they are no longer needed. */
    sleep(ms: number, signal?: AbortSignal): Promise<void> {
      network.sleeps++;
      const waiting = new Promise<void>((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
        if (ms < 5_000) void turns(10).then(resolve);
      });
      return waiting.finally(() => {
        network.sleeps--;
      });
    },
  };

  const bodyInPieces = (status: number, signal: AbortSignal | undefined) => {
    const pieces = status === 200 ? ['{"ok"', ':true}'] : ['{', '"busy":', '1}'];
    let open = true;
    const close = () => {
      if (open) network.openBodies--;
      open = false;
    };
    network.openBodies++;
    return new ReadableStream({
      start(stream) {
        // As the platform's fetch does: an abort breaks the body off.
        signal?.addEventListener('abort', () => {
          if (!open) return;
          close();
          stream.error(signal.reason);
        });
      },
      async pull(stream) {
        await turns(5);
        const piece = pieces.shift();
        if (!open) return;
        if (piece !== undefined) return stream.enqueue(new TextEncoder().encode(piece));
        close();
        stream.close();
      },
      cancel: close,
    });
  };
  return network;
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await Promise.resolve();
}
