import { createHmac } from 'node:crypto';
import { createManualRuntime, type ManualRuntime } from '@org/core/testing';
import { onTestFailed, onTestFinished } from 'vitest';
import type { RealtimeServiceOptions } from '../../sandbox/src/realtime/options.ts';
import { type RealtimeService, startRealtimeService } from '../../sandbox/src/realtime/realtime-service.ts';
import {
  type Authorizer,
  createRealtimeClient,
  NetworkError,
  type RealtimeClient,
  type RealtimeClientSettings,
  type RealtimeEvent,
} from '../src/index.ts';

export async function startService(options: RealtimeServiceOptions = {}): Promise<RealtimeService> {
  const service = await startRealtimeService(options);
  onTestFinished(() => service.close());
  return service;
}

/** A client of the service, with a record of all that it tells. */
export interface RecordedClient {
  readonly realtime: RealtimeClient;
  readonly told: RealtimeEvent[];
  states(): string[];
  errors(): string[];
  /** Resolves with the next change to a state, before anything else happens. */
  next(state: RealtimeClient['state']): Promise<void>;
}

export function connectTo(
  service: RealtimeService,
  options: Partial<RealtimeClientSettings> = {},
): RecordedClient {
  const { host, port, app } = service;
  const told: RealtimeEvent[] = [];
  const watchers = new Set<(state: RealtimeClient['state']) => void>();
  const realtime = createRealtimeClient({
    key: app.key,
    host,
    port,
    authorize: signFor(service),
    onEvent(event) {
      told.push(event);
      if (event.type === 'state') for (const note of watchers) note(event.state);
    },
    ...options,
  });
  onTestFinished(() => realtime.close());
  onTestFailed(() => console.error('The client reported:', told));
  return {
    realtime,
    told,
    states: () => told.flatMap((event) => (event.type === 'state' ? [event.state] : [])),
    errors: () => told.flatMap((event) => (event.type === 'error' ? [event.error.code] : [])),
    next: (wanted) =>
      new Promise((resolve) => {
        const note = (state: RealtimeClient['state']) => {
          if (state !== wanted) return;
          watchers.delete(note);
          resolve();
        };
        watchers.add(note);
      }),
  };
}

/** Real sockets, but time stands still until it is told to pass; jitter takes half of every wait. */
export function heldTime(): ManualRuntime {
  return createManualRuntime({ random: () => 0.5 });
}

/** Fails for now, until `isDown` is false; then signs. */
export function signLater(service: Pick<RealtimeService, 'app'>): { isDown: boolean; authorize: Authorizer } {
  const sign = signFor(service);
  const outage = {
    isDown: true,
    authorize: async (request: Parameters<Authorizer>[0]) => {
      if (!outage.isDown) return sign(request);
      throw new NetworkError({ message: 'down', provider: 'test', retryable: true });
    },
  };
  return outage;
}

/** Signs as an application's server does. */
export function signFor(
  { app }: Pick<RealtimeService, 'app'>,
  member: { readonly id: string; readonly info?: unknown } = { id: 'somebody' },
): Authorizer {
  return async ({ socketId, channelName }) => {
    const channelData = channelName.startsWith('presence-')
      ? JSON.stringify({ user_id: member.id, user_info: member.info })
      : undefined;
    const text = [socketId, channelName, ...(channelData === undefined ? [] : [channelData])].join(':');
    const signature = createHmac('sha256', app.secret).update(text).digest('hex');
    return { auth: `${app.key}:${signature}`, channelData };
  };
}

/**
 * Waits, turn by turn, until something is so. The test's own time limit ends a wait in vain, and this says
 * which.
 */
export async function until(isSo: () => boolean): Promise<void> {
  let isOver = false;
  onTestFailed(() => {
    if (!isOver) console.error(`Waited in vain for: ${isSo}`);
  });
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 2));
  isOver = true;
}

/**
 * The milliseconds of a manual clock that pass until a promise settles. They pass in small steps, with turns
 * of the event loop in between, so a slow machine does not count.
 */
export async function passedUntil(runtime: ManualRuntime, promise: Promise<unknown>): Promise<number> {
  let isSettled = false;
  const settle = () => {
    isSettled = true;
  };
  promise.then(settle, settle);
  const startMs = runtime.monotonic();
  while (!isSettled) {
    await new Promise((resolve) => setTimeout(resolve, 2));
    if (!isSettled) await runtime.advance(10);
  }
  return runtime.monotonic() - startMs;
}
