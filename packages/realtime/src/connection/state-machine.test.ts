import { OrgError } from '@org/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Effect, type MachineEvent, type MachineState, transition } from './state-machine.ts';

const loss = { kind: 'closed', code: 1006, reason: '' } as const;
const states = {
  idle: { name: 'idle' },
  connecting: { name: 'connecting', failures: 2 },
  connected: { name: 'connected', failures: 2, socketId: '1.2' },
  reconnecting: { name: 'reconnecting', failures: 2, loss, pace: 'lost' },
  'reconnecting as asked': { name: 'reconnecting', failures: 2, loss, pace: 'wait' },
  'reconnecting after a hint': {
    name: 'reconnecting',
    failures: 2,
    loss: { ...loss, retryAfterMs: 7_000 },
    pace: 'lost',
  },
  suspended: { name: 'suspended', failures: 2, loss, pace: 'slow' },
  failed: { name: 'failed', loss },
  closed: { name: 'closed' },
} satisfies Record<string, MachineState>;

const ended = (code: number, isTls = true, retryAfterMs?: number): MachineEvent => ({
  type: 'ended',
  code,
  reason: 'r',
  isTls,
  retryAfterMs,
});
const refused = (code: number, isTls = true): MachineEvent => ({ type: 'refused', code, reason: 'r', isTls });

const events = {
  connect: { type: 'connect' },
  close: { type: 'close' },
  established: { type: 'established', socketId: '3.4' },
  'refused for good': refused(4001),
  'refused for now': refused(4100),
  'refused without a code': refused(0),
  'refused, use TLS': refused(4000, false),
  violated: { type: 'violated', reason: 'r' },
  'ended 1006': ended(1006),
  'ended 1000': ended(1000),
  'ended 1002': ended(1002),
  'ended 4000 on TLS': ended(4000),
  'ended 4000 without TLS': ended(4000, false),
  'ended 4009': ended(4009),
  'ended 4100': ended(4100),
  'ended 4200': ended(4200),
  'ended 4300': ended(4300),
  'timed-out': { type: 'timed-out' },
  silent: { type: 'silent' },
  unusable: { type: 'unusable', error: new OrgError({ message: 'r' }) },
  'ended with a hint': ended(1006, true, 7_000),
  stable: { type: 'stable' },
  'delay-over': { type: 'delay-over' },
  online: { type: 'online' },
  offline: { type: 'offline' },
  visible: { type: 'visible' },
  frozen: { type: 'frozen' },
  resumed: { type: 'resumed' },
} satisfies Record<string, MachineEvent>;

type Row = readonly [
  state: keyof typeof states,
  event: keyof typeof events,
  next: keyof typeof states,
  steps: string,
];

/** Every pair that does something. All others leave the state as it is. */
const table: readonly Row[] = [
  ['idle', 'connect', 'connecting', 'open'],
  ['idle', 'close', 'closed', ''],
  ['connecting', 'close', 'closed', 'drop'],
  ['connecting', 'established', 'connected', ''],
  ['connecting', 'refused for good', 'failed', 'close'],
  ['connecting', 'refused for now', 'reconnecting as asked', 'close schedule:wait:3'],
  ['connecting', 'refused without a code', 'reconnecting', 'close schedule:lost:3'],
  ['connecting', 'refused, use TLS', 'reconnecting', 'close use-tls schedule:soon:3'],
  ['connecting', 'violated', 'reconnecting as asked', 'close schedule:wait:3'],
  ['connecting', 'ended 1006', 'reconnecting', 'schedule:lost:3'],
  ['connecting', 'ended 1000', 'reconnecting', 'schedule:lost:3'],
  ['connecting', 'ended with a hint', 'reconnecting after a hint', 'schedule:lost:3:7000'],
  ['connecting', 'ended 1002', 'reconnecting as asked', 'schedule:wait:3'],
  ['connecting', 'ended 4000 on TLS', 'failed', ''],
  ['connecting', 'ended 4000 without TLS', 'reconnecting', 'use-tls schedule:soon:3'],
  ['connecting', 'ended 4009', 'failed', ''],
  ['connecting', 'ended 4100', 'reconnecting as asked', 'schedule:wait:3'],
  ['connecting', 'ended 4200', 'reconnecting', 'schedule:soon:3'],
  ['connecting', 'ended 4300', 'failed', ''],
  ['connecting', 'timed-out', 'reconnecting', 'drop schedule:lost:3'],
  ['connecting', 'unusable', 'failed', ''],
  ['connecting', 'frozen', 'suspended', 'drop schedule:slow:2'],
  ['connecting', 'online', 'connecting', 'reopen'],
  ['connecting', 'visible', 'connecting', 'reopen'],
  ['connecting', 'resumed', 'connecting', 'reopen'],
  ['connected', 'close', 'closed', 'close'],
  ['connected', 'ended 1006', 'reconnecting', 'schedule:lost:3'],
  ['connected', 'ended 1000', 'reconnecting', 'schedule:lost:3'],
  ['connected', 'ended with a hint', 'reconnecting after a hint', 'schedule:lost:3:7000'],
  ['connected', 'ended 1002', 'reconnecting as asked', 'schedule:wait:3'],
  ['connected', 'ended 4000 on TLS', 'failed', ''],
  ['connected', 'ended 4000 without TLS', 'reconnecting', 'use-tls schedule:soon:3'],
  ['connected', 'ended 4009', 'failed', ''],
  ['connected', 'ended 4100', 'reconnecting as asked', 'schedule:wait:3'],
  ['connected', 'ended 4200', 'reconnecting', 'schedule:soon:3'],
  ['connected', 'ended 4300', 'failed', ''],
  ['connected', 'silent', 'reconnecting', 'drop schedule:soon:3'],
  ['connected', 'stable', 'connected', ''],
  ['connected', 'online', 'connected', 'probe-urgently'],
  ['connected', 'offline', 'connected', 'probe'],
  ['connected', 'visible', 'connected', 'probe-urgently'],
  ['connected', 'frozen', 'suspended', 'close schedule:slow:2'],
  ['connected', 'resumed', 'connected', 'probe-urgently'],
  ['reconnecting', 'close', 'closed', ''],
  ['reconnecting', 'connect', 'connecting', 'open'],
  ['reconnecting', 'delay-over', 'connecting', 'open'],
  ['reconnecting', 'online', 'connecting', 'open'],
  ['reconnecting', 'visible', 'connecting', 'open'],
  ['reconnecting', 'offline', 'suspended', 'schedule:slow:2'],
  ['reconnecting', 'frozen', 'suspended', 'schedule:slow:2'],
  ['reconnecting', 'resumed', 'connecting', 'open'],
  ['reconnecting as asked', 'close', 'closed', ''],
  ['reconnecting as asked', 'connect', 'connecting', 'open'],
  ['reconnecting as asked', 'delay-over', 'connecting', 'open'],
  ['reconnecting after a hint', 'close', 'closed', ''],
  ['reconnecting after a hint', 'connect', 'connecting', 'open'],
  ['reconnecting after a hint', 'delay-over', 'connecting', 'open'],
  ['suspended', 'close', 'closed', ''],
  ['suspended', 'connect', 'connecting', 'open'],
  ['suspended', 'delay-over', 'connecting', 'open'],
  ['suspended', 'online', 'connecting', 'open'],
  ['suspended', 'resumed', 'connecting', 'open'],
  ['failed', 'connect', 'connecting', 'open'],
  ['failed', 'close', 'closed', ''],
];

/** What the connection does: the effects of a transition, and what begins with the next state. */
function stepsOf(previous: MachineState, next: MachineState, effects: readonly Effect[]): string {
  if (next.name === previous.name) return effects.join(' ');
  const begins: string[] = next.name === 'connecting' ? ['open'] : [];
  if ('pace' in next) {
    const hint = next.loss.retryAfterMs === undefined ? '' : `:${next.loss.retryAfterMs}`;
    begins.push(`schedule:${next.pace}:${next.failures}${hint}`);
  }
  return [...effects, ...begins].join(' ');
}

describe('the life of a connection', () => {
  it.each(table)('%s, %s: %s (%s)', (from, event, to, steps) => {
    const [next, effects] = transition(states[from], events[event]);
    expect(next.name).toBe(states[to].name);
    expect(stepsOf(states[from], next, effects)).toBe(steps);
  });

  const rest = (Object.keys(states) as (keyof typeof states)[]).flatMap((state) =>
    (Object.keys(events) as (keyof typeof events)[])
      .filter((event) => !table.some(([from, on]) => from === state && on === event))
      .map((event) => [state, event] as const),
  );
  it.each(rest)('%s ignores %s', (state, event) => {
    expect(transition(states[state], events[event])).toEqual([states[state], []]);
  });

  it('counts failures until a connection was stable', () => {
    const [lost] = transition(states.connected, events['ended 1006']);
    expect(lost).toMatchObject({ failures: 3 });
    expect(transition(states.connected, events.stable)[0]).toMatchObject({ failures: 0, socketId: '1.2' });
    expect(transition(states.failed, events.connect)[0]).toMatchObject({ failures: 0 });
  });

  it('W5: in any order of events there is at most one socket, and nothing after the end', () => {
    const command = fc.constantFrom(...Object.values<MachineEvent>(events));
    fc.assert(
      fc.property(fc.array(command, { maxLength: 60 }), (sequence) => {
        let state: MachineState = { name: 'idle' };
        let sockets = 0;
        for (const event of sequence) {
          // These come from a socket, and only while there is one.
          if (
            ['ended', 'established', 'refused', 'violated', 'timed-out', 'silent', 'unusable'].includes(
              event.type,
            ) &&
            sockets === 0
          )
            continue;
          const before = state.name;
          const [next, effects] = transition(state, event);
          if (event.type === 'ended') sockets -= 1;
          if (event.type === 'unusable' && before === 'connecting') sockets -= 1;
          if (effects.includes('close') || effects.includes('drop')) sockets -= 1;
          if (next.name === 'connecting' && before !== 'connecting') sockets += 1;
          state = next;
          const isLive = state.name === 'connecting' || state.name === 'connected';
          expect(sockets).toBe(isLive ? 1 : 0);
          if (before === 'closed') expect(state.name).toBe('closed');
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
