import { createManualRuntime } from '@org/core/testing';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RecoveryMemory } from './memory.ts';
import { RecoverySession } from './session.ts';

type Frame = Readonly<Record<string, unknown>>;
type Told = { readonly gap: string } | { readonly n: number };

const steps = [
  'publish',
  'publish',
  'cut',
  'connect',
  'serve',
  'serve',
  'control',
  'control',
  'live',
  'live',
  'reset',
  'timeout',
] as const;
type Step = (typeof steps)[number];

const channel = 'orders';

/** A service that stores the last events, as many as its window, and sends on two ways that race. */
function createService(windowSize: number) {
  let stream = 1;
  let published = 0;
  let stored: { readonly n: number; readonly serial: number }[] = [];
  let serial = 0;
  const event = ({ n, serial: at }: (typeof stored)[number]): Frame => ({
    event: 'paid',
    channel,
    data: `${n}`,
    message_id: `m${n}`,
    stream_id: `s${stream}`,
    serial: at,
  });
  return {
    get published() {
      return published;
    },
    position: () => ({ stream_id: `s${stream}`, serial }),
    publish(): Frame {
      published += 1;
      serial += 1;
      const one = { n: published, serial };
      stored = [...stored, one].slice(-windowSize);
      return event(one);
    },
    reset() {
      stream += 1;
      serial = 0;
      stored = [];
    },
    resume(given: { readonly stream_id: string; readonly serial: number }): readonly Frame[] {
      const oldest = stored[0]?.serial ?? serial + 1;
      const isKnown =
        given.stream_id === `s${stream}` && given.serial <= serial && given.serial + 1 >= oldest;
      const missed = isKnown ? stored.filter((one) => one.serial > given.serial) : [];
      const code = given.stream_id === `s${stream}` ? 'position_expired' : 'stream_reset';
      const position = missed.length > 0 ? { stream_id: `s${stream}`, serial } : null;
      const data = isKnown
        ? { recovered: [{ channel, source: 'hot', replayed: missed.length, position }], failed: [] }
        : { recovered: [], failed: [{ channel, code }] };
      return [...missed.map(event), { event: 'sockudo:resume_success', data: JSON.stringify(data) }];
    },
  };
}

/** A client as its subscription sees it: frames before the first confirmation wait. */
function createWorld(windowSize: number) {
  const runtime = createManualRuntime();
  const memory = new RecoveryMemory();
  const service = createService(windowSize);
  const told: Told[] = [];
  let early: Told[] = [];
  let isConfirmed = false;
  let wasConfirmed = false;
  let isSubscribed = false;
  let session: RecoverySession | undefined;
  let toService: Frame[] = [];
  let control: Frame[] = [];
  let live: Frame[] = [];

  const deliver = (text: string) => {
    const frame = JSON.parse(text);
    if (frame.event === 'paid') (isConfirmed ? told : early).push({ n: Number(frame.data) });
    if (frame.event !== 'pusher_internal:subscription_succeeded') return;
    if (wasConfirmed) told.push({ gap: memory.verdict?.of.recovered ?? 'none' });
    told.push(...early.splice(0));
    isConfirmed = true;
    wasConfirmed = true;
  };
  const take = (queue: Frame[]) => {
    const frame = queue.shift();
    if (frame !== undefined) session?.fromService(JSON.stringify(frame));
  };
  const run: Record<Step, () => unknown> = {
    publish() {
      const frame = service.publish();
      if (isSubscribed) live.push(frame);
    },
    cut() {
      session?.stop();
      session = undefined;
      isConfirmed = false;
      isSubscribed = false;
      [toService, control, live, early] = [[], [], [], []];
    },
    connect() {
      if (session !== undefined) return;
      session = new RecoverySession(
        {
          runtime,
          timeoutMs: 1_000,
          subscribeTimeoutMs: 1e9,
          maxHeld: 5,
          deliver,
          send: (text) => toService.push(JSON.parse(text)),
        },
        memory,
      );
      session.fromClient(JSON.stringify({ event: 'pusher:subscribe', data: { channel, auth: '' } }));
    },
    serve() {
      const { event, data } = (toService.shift() ?? {}) as { event?: string; data?: Record<string, never> };
      if (event === 'sockudo:subscribe') {
        isSubscribed = true;
        const event = 'sockudo_internal:subscription_succeeded';
        control.push({ event, channel, data: '{}', ...service.position() });
      } else if (event === 'sockudo:resume' && data !== undefined)
        control.push(...service.resume((data['channel_positions'] as never)[channel]));
    },
    control: () => take(control),
    live: () => take(live),
    reset() {
      run.cut(); // a service that begins anew has no connections
      service.reset();
    },
    timeout: () => runtime.advance(1_000),
  };
  /** Connects, and delivers all that is under way. */
  const finish = () => {
    run.connect();
    for (let round = 0; round < 5; round += 1) {
      for (let count = 0; count < 50; count += 1) run.serve();
      for (let count = 0; count < 200; count += 1) run.control();
      for (let count = 0; count < 200; count += 1) run.live();
    }
  };
  return { run, finish, told, service };
}

/** The events, and where some of them are missing without a gap that says so. */
function judge(told: readonly Told[]) {
  const numbers = told.flatMap((entry) => ('n' in entry ? [entry.n] : []));
  const silent: string[] = [];
  let last: number | undefined;
  let isTold = false;
  for (const entry of told) {
    if ('gap' in entry) isTold ||= entry.gap !== 'all';
    else {
      if (last !== undefined && entry.n !== last + 1 && !isTold) silent.push(`${last} ${entry.n}`);
      last = entry.n;
      isTold = false;
    }
  }
  return { numbers, silent };
}

it('W8: any cuts and races: each event once, in order, or a gap says that it is missing', async () => {
  let recovered = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...steps), { maxLength: 120 }),
      fc.integer({ min: 0, max: 8 }),
      async (given, windowSize) => {
        const { run, finish, told, service } = createWorld(windowSize);
        for (const step of ['connect', 'serve', 'control', ...given] as const) await run[step]();
        finish();
        run.publish();
        finish();
        const { numbers, silent } = judge(told);
        expect(numbers).toEqual([...new Set(numbers)].sort((one, two) => one - two));
        expect(silent).toEqual([]);
        expect(numbers.at(-1)).toBe(service.published);
        recovered += told.filter((entry) => 'gap' in entry && entry.gap === 'all').length;
      },
    ),
    { numRuns: 2_000 },
  );
  expect(recovered).toBeGreaterThan(100); // the runs have recoveries
});
