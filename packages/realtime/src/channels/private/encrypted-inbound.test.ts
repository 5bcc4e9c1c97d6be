import { createManualRuntime } from '@org/core/testing';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { AuthorizationListener } from '../../auth/authorization-queue.ts';
import { seal } from '../../crypto/secretbox.ts';
import { EncryptedInbound } from './encrypted-inbound.ts';

const secrets = [1, 2, 3].map((byte) => Buffer.alloc(32, byte).toString('base64'));
const keys = secrets.map((secret) => Buffer.from(secret, 'base64'));
const channel = 'private-encrypted-orders';

/** A channel whose authorizations wait for `answer`. */
function startInbound() {
  const runtime = createManualRuntime();
  const delivered: unknown[] = [];
  const problems: string[] = [];
  const requestedAtMs: number[] = [];
  let pending: AuthorizationListener | undefined;
  const inbound = new EncryptedInbound({
    channel,
    runtime,
    deliver: ({ data }) => delivered.push(data),
    report: ({ message }) => problems.push(message),
    reauthorize: (signal, listener) => {
      requestedAtMs.push(runtime.monotonic());
      pending = listener;
      signal.addEventListener('abort', () => {
        pending = undefined;
      });
    },
  });
  inbound.start(secrets[0]);
  const answer = (sharedSecret: string | undefined) => {
    pending?.granted({ auth: 'k:00', sharedSecret });
    pending = undefined;
  };
  return { runtime, inbound, delivered, problems, requestedAtMs, answer };
}

/** Events that were reported, alone or together. */
function droppedBy(problems: readonly string[]): number {
  return problems.reduce((sum, problem) => sum + Number(/^(\d+) events/.exec(problem)?.[1] ?? 1), 0);
}

const commands = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ type: fc.constant('event' as const), key: fc.nat(2) }) },
    { weight: 2, arbitrary: fc.record({ type: fc.constant('answer' as const), key: fc.nat(2) }) },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('wait' as const), ms: fc.nat(70_000) }) },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('reconnect' as const), key: fc.nat(2) }) },
  ),
  { maxLength: 60 },
);

it('W11: in any sequence each event is delivered in order or reported, with a request a minute', async () => {
  await fc.assert(
    fc.asyncProperty(commands, async (sequence) => {
      const { runtime, inbound, delivered, problems, requestedAtMs, answer } = startInbound();
      let sent = 0;
      let startedAtMs = runtime.now();
      const arrivedAtMs: number[] = [];
      const stop = () => {
        const settled = delivered.length + droppedBy(problems);
        const untilMs = inbound.stop(true);
        if (settled === sent) expect(untilMs).toBeUndefined();
        else {
          expect(untilMs).toBe(Math.max(startedAtMs, arrivedAtMs[settled - 1] ?? 0));
          expect(untilMs).toBeLessThanOrEqual(arrivedAtMs[settled] ?? 0);
        }
      };
      for (const command of sequence) {
        if (command.type === 'event') {
          const data = JSON.parse(seal(String(sent), keys[command.key] ?? Buffer.alloc(32)));
          inbound.take({ event: 'paid', channel, data });
          arrivedAtMs.push(runtime.now());
          sent += 1;
        } else if (command.type === 'answer') answer(secrets[command.key]);
        else if (command.type === 'wait') await runtime.advance(command.ms);
        else {
          stop();
          startedAtMs = runtime.now();
          inbound.start(secrets[command.key]);
        }
        for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
      }
      stop();
      expect(delivered.length + droppedBy(problems)).toBe(sent);
      expect(delivered).toEqual([...delivered].sort((a, b) => Number(a) - Number(b)));
      requestedAtMs.forEach((atMs, nth) => {
        if (nth > 0) expect(atMs - (requestedAtMs[nth - 1] ?? 0)).toBeGreaterThanOrEqual(60_000);
      });
    }),
    { numRuns: 200 },
  );
});

it('W11: at most 1000 events wait for a key', async () => {
  const { runtime, inbound, delivered, problems, answer } = startInbound();
  for (let at = 0; at < 1_500; at += 1)
    inbound.take({ event: 'paid', channel, data: JSON.parse(seal(String(at), keys[1] ?? Buffer.alloc(32))) });
  await runtime.advance(10);
  answer(secrets[1]);
  for (let turn = 0; turn < 3_000; turn += 1) await Promise.resolve();
  expect(delivered).toHaveLength(1_001);
  expect(problems).toEqual([expect.stringMatching(/^499 events on private-encrypted-orders/)]);
});
