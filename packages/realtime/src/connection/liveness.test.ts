import { createManualRuntime } from '@org/core/testing';
import { describe, expect, it } from 'vitest';
import { Liveness } from './liveness.ts';

function watch(limits = { activityTimeoutMs: 30_000, pongTimeoutMs: 10_000 }) {
  const runtime = createManualRuntime();
  const seen: string[] = [];
  const note = (what: string) => () => seen.push(`${what} ${runtime.monotonic()}`) > 0;
  const liveness = new Liveness({
    runtime,
    ping: note('ping'),
    expired: note('dead'),
  });
  liveness.start(limits);
  return { runtime, seen, liveness };
}

describe('signs of life', () => {
  it('W4: pings after the silence and expires after the pong timeout, to the millisecond', async () => {
    const { runtime, seen } = watch();
    await runtime.advance(100_000);
    expect(seen).toEqual(['ping 30000', 'dead 40000']);
    expect(runtime.pendingSleeps).toEqual([]);
  });

  it('anything received counts, and puts the ping off', async () => {
    const { runtime, seen, liveness } = watch();
    await runtime.advance(25_000);
    liveness.seen(runtime.now());
    await runtime.advance(29_000);
    expect(seen).toEqual([]);
    await runtime.advance(1_000);
    expect(seen).toEqual(['ping 55000']);
    liveness.seen(runtime.now());
    await runtime.advance(29_999);
    expect(seen).toEqual(['ping 55000']);
  });

  it('W4: the time of the silence holds where it is shorter than that of the pong', async () => {
    const { runtime, seen, liveness } = watch({ activityTimeoutMs: 1_000, pongTimeoutMs: 30_000 });
    await runtime.advance(1_010);
    liveness.seen(runtime.now());
    await runtime.advance(1_000);
    expect(seen).toEqual(['ping 1000', 'ping 2010']);
    await runtime.advance(30_000);
    expect(seen).toEqual(['ping 1000', 'ping 2010', 'dead 32010']);
  });

  it('what came in the same instant before the ping is not an answer to it', async () => {
    const { runtime, seen, liveness } = watch();
    liveness.seen(runtime.now());
    liveness.probe(false);
    await runtime.advance(10_000);
    expect(seen).toEqual(['ping 0', 'dead 10000']);
  });

  it('probes once while an answer is awaited', async () => {
    const { seen, liveness } = watch();
    liveness.probe(false);
    liveness.probe(false);
    expect(seen).toEqual(['ping 0']);
  });

  it('W4: an urgent ping waits five seconds at most, also when another one is under way', async () => {
    const { runtime, seen, liveness } = watch();
    liveness.probe(true);
    await runtime.advance(5_000);
    expect(seen).toEqual(['ping 0', 'dead 5000']);
    const other = watch();
    other.liveness.probe(false);
    await other.runtime.advance(3_000);
    other.liveness.probe(true);
    other.liveness.probe(false);
    await other.runtime.advance(5_000);
    expect(other.seen).toEqual(['ping 0', 'dead 8000']);
    const late = watch();
    late.liveness.probe(false);
    await late.runtime.advance(9_000);
    late.liveness.probe(true);
    await late.runtime.advance(1_000);
    expect(late.seen).toEqual(['ping 0', 'dead 10000']);
  });

  it('a machine that slept pings soon after it woke', async () => {
    const { runtime, seen } = watch();
    await runtime.advance(5_000);
    runtime.jumpWallClock(3_600_000);
    await runtime.advance(5_000);
    // The first asks whether the connection outlived the standstill.
    expect(seen).toEqual(['ping 6000', 'ping 6000']);
    await runtime.advance(5_000);
    expect(seen).toEqual(['ping 6000', 'ping 6000', 'dead 11000']);
  });

  it('stops without leaving a timer', async () => {
    const { runtime, seen, liveness } = watch();
    liveness.stop();
    liveness.probe(false);
    await runtime.advance(100_000);
    expect(seen).toEqual([]);
    expect(runtime.pendingSleeps).toEqual([]);
  });
});
