// A first service that fails, and the clock and the waits of the client that asks a second one after it.
import { onTestFinished } from 'vitest';
import type { EngineOptions } from '../src/driver/index.ts';
import type { Outcome } from '../src/index.ts';
import {
  createManualRuntime,
  type FaultRule,
  type FaultServer,
  startFaultServer,
} from '../src/testing/index.ts';

/** How the first service fails each request, and the outcome of it. */
export interface FirstFailure {
  readonly name: string;
  readonly outcome: Outcome;
  /** The rule of every request; without one, connections are refused. */
  readonly rule?: FaultRule;
}

const answer = (outcome: Outcome, status: number, hint?: number): FirstFailure => ({
  name: `answers ${status}${hint === undefined ? '' : ` with Retry-After: ${hint}`}`,
  outcome,
  rule: { answer: { status, headers: hint === undefined ? {} : { 'retry-after': `${hint}` } } },
});

// RFC 9110 §15.6.4 and §10.2.3, RFC 6585 §4: with a time to wait the service has not begun.
export const firstFailures: readonly FirstFailure[] = [
  { name: 'refuses connections', outcome: 'not-sent' },
  ...[undefined, 0, 1, 20, 90].map((hint) => answer('not-sent', 429, hint)),
  ...[0, 5, 30, 90].map((hint) => answer('not-sent', 503, hint)),
  answer('not-sent', 421),
  answer('not-sent', 425),
  ...[500, 502, 503, 504, 529].map((status) => answer('unknown', status)),
  answer('unknown', 500, 30),
  {
    name: 'resets the connection',
    outcome: 'unknown',
    rule: { fault: { kind: 'reset-peer', phase: 'after-request-body' } },
  },
];

export async function startService(...rules: readonly FaultRule[]): Promise<FaultServer> {
  const server = await startFaultServer({ rules });
  onTestFinished(() => server.close());
  return server;
}

export async function startFailing({ rule }: FirstFailure): Promise<FaultServer> {
  const server = await startService(...(rule === undefined ? [] : [rule]));
  if (rule === undefined) server.down();
  return server;
}

/** Engine options with a manual clock, on which every wait passes at once and is recorded. */
export function recordWaits() {
  const runtime = createManualRuntime();
  const waitsMs: number[] = [];
  const options: EngineOptions = {
    runtime,
    onEvent(event) {
      if (event.type === 'limit-wait-start') void runtime.advanceToNext();
      if (event.type !== 'retry-scheduled') return;
      waitsMs.push(event.waitMs);
      void runtime.advance(event.waitMs);
    },
  };
  return { runtime, options, waitsMs };
}
