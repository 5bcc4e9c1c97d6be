import { setTimeout as sleep } from 'node:timers/promises';
import { createManualRuntime, type ManualRuntime } from '@org/core/testing';
import type { RealtimeClock } from '../../../sandbox/src/realtime/clock.ts';
import { startRealtimeService } from '../../../sandbox/src/realtime/index.ts';
import { createRealtimeClient, type RealtimeEvent } from '../../src/index.ts';
import { signFor } from '../realtime-fixtures.ts';
import type { Scenario } from './scenarios.ts';

/** What a program saw of a fault. */
export type Outcome = Required<Pick<Scenario, 'connections' | 'events' | 'errors'>> & {
  readonly state: string;
  readonly channels: readonly string[];
  /** Channels that do not deliver in the end. */
  readonly silent: readonly string[];
};

const names = ['orders', 'private-orders', 'presence-room'] as const;

// Random delays are zero. A half-open link is found after a second, before the third subscription timeout.
const settings = {
  connectTimeoutMs: 800,
  activityTimeoutMs: 400,
  pongTimeoutMs: 600,
  subscribeTimeoutMs: 700,
  reconnect: { baseMs: 1 },
};

/** Runs a client through a fault, until it has what the scenario expects or the time is over. */
export async function runScenario(scenario: Scenario): Promise<Outcome> {
  const runtime = createManualRuntime({ random: () => 0 });
  const wait = (isOver: () => boolean) => passTime(runtime, isOver);
  await using service = await startRealtimeService({
    errorStyle: scenario.errorStyle ?? 'hosted',
    nextSocketId: countSocketIds(),
    clock: clockOf(runtime),
  });
  const told: RealtimeEvent[] = [];
  const { host, port, app } = service;
  const realtime = createRealtimeClient({
    ...settings,
    runtime,
    ...{ key: app.key, host, port },
    authorize: signFor(service, { id: 'ann' }),
    onEvent: (event) => told.push(event),
  });
  scenario.arm(service);
  const seen = { events: '', last: new Set<string>() };
  const channels = names.map((name) => realtime.subscribe(name));
  for (const channel of channels) channel.on('last', () => seen.last.add(channel.name));
  channels[0]?.on('paid', ({ data }) => {
    seen.events += String(data);
  });
  const errors = () => told.flatMap((event) => (event.type === 'error' ? [event.error.code] : []));
  const isSettled = () =>
    realtime.state === 'failed' ||
    channels.every(({ state }) => state === 'subscribed' || state === 'failed');

  const isOver = () =>
    service.stats.connectionsAccepted >= (scenario.connections ?? 1) &&
    errors().length >= (scenario.errors?.length ?? 0) &&
    isSettled();

  await wait(scenario.publishAfter ? isOver : isSettled);
  for (const data of ['1', '2', '3']) service.publish({ channel: 'orders', event: 'paid', data });
  await wait(isOver);
  const alive = channels.filter(({ state }) => state === 'subscribed');
  await wait(() => {
    for (const { name } of alive) service.publish({ channel: name, event: 'last', data: '0' });
    return alive.every(({ name }) => seen.last.has(name));
  });
  let isClosed = false;
  const outcome = {
    connections: service.stats.connectionsAccepted,
    events: seen.events,
    errors: errors(),
    state: realtime.state,
    channels: channels.map(({ state }) => state),
    silent: alive.flatMap(({ name }) => (seen.last.has(name) ? [] : [name])),
  };
  void realtime.close().then(() => {
    isClosed = true;
  });
  await wait(() => isClosed);
  return outcome;
}

function countSocketIds(): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `1.${count}`;
  };
}

/** The service and the client have one clock, so that neither is late for the other. */
function clockOf(runtime: ManualRuntime): RealtimeClock {
  return {
    now: () => runtime.now(),
    after(delayMs, callback) {
      const timer = new AbortController();
      runtime.sleep(delayMs, timer.signal).then(callback, () => {});
      return () => timer.abort();
    },
  };
}

const limitMs = 4_000;
const stepMs = 20;

/**
 * Time passes in small steps, with turns of the event loop in between: a slow machine makes the client, the
 * service and the clock slow alike. The comparison afterwards names what is missing.
 */
async function passTime(runtime: ManualRuntime, isOver: () => boolean): Promise<void> {
  for (let passedMs = 0; !isOver() && passedMs < limitMs; passedMs += stepMs) {
    await sleep(2);
    if (!isOver()) await runtime.advance(stepMs);
  }
}
