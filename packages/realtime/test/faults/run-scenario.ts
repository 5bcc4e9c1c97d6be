import { setTimeout as sleep } from 'node:timers/promises';
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
  runtime: { random: () => 0 },
};

/** Runs a client through a fault, until it has what the scenario expects or the time is over. */
export async function runScenario(scenario: Scenario): Promise<Outcome> {
  await using service = await startRealtimeService({
    errorStyle: scenario.errorStyle ?? 'hosted',
    nextSocketId: countSocketIds(),
  });
  const told: RealtimeEvent[] = [];
  const { host, port, app } = service;
  await using realtime = createRealtimeClient({
    ...settings,
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
  return {
    connections: service.stats.connectionsAccepted,
    events: seen.events,
    errors: errors(),
    state: realtime.state,
    channels: channels.map(({ state }) => state),
    silent: alive.flatMap(({ name }) => (seen.last.has(name) ? [] : [name])),
  };
}

function countSocketIds(): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `1.${count}`;
  };
}

const limitMs = 4_000;

/** The comparison after it names what is missing. */
async function wait(isOver: () => boolean): Promise<void> {
  const until = performance.now() + limitMs;
  while (!isOver() && performance.now() < until) await sleep(10);
}
