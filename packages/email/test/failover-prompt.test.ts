import { createLimiter, maxConcurrency, perMinute } from '@org/core';
import type { FaultServer } from '@org/core/testing';
import { describe, expect, it } from 'vitest';
import { firstFailures, recordWaits, startFailing, startService } from '../../core/test/takeover-stage.ts';
import { brevo } from '../src/drivers/brevo/index.ts';
import { postmark } from '../src/drivers/postmark/index.ts';
import { resend } from '../src/drivers/resend/index.ts';
import { failover, weighted } from '../src/failover/index.ts';
import { createEmailClient, type EmailDriver } from '../src/index.ts';

const message = { from: 'ann@acme.dev', to: 'bob@x.dev', subject: 'Hi', html: '<p>Hi</p>' };

const postmarkAt = ({ url }: FaultServer) => postmark({ apiKey: 'key', baseUrl: url });
const resendAt = ({ url }: FaultServer) => resend({ apiKey: 're_key', baseUrl: url });
const brevoAt = ({ url }: FaultServer) => brevo({ apiKey: 'key', baseUrl: url });

const acceptedByPostmark = {
  answer: { json: { ErrorCode: 0, Message: 'OK', MessageID: '0a129aee-e1cd-480d-b08d-4f48548ff48d' } },
};
const acceptedByResend = { answer: { json: { id: '49a3999c-0ce1-4ea6-ab68-afcd6dc2e794' } } };

/** A driver whose last service is Postmark; the services before it fail. */
const compositions: Readonly<Record<string, (first: FaultServer, last: FaultServer) => EmailDriver>> = {
  'a service with idempotency keys': (first, last) => failover([resendAt(first), postmarkAt(last)]),
  'a service without them': (first, last) => failover([brevoAt(first), postmarkAt(last)]),
  'a weighted service': (first, last) =>
    failover([weighted([{ driver: resendAt(first), weight: 1 }]), postmarkAt(last)]),
  'a fail-over of two': (first, last) =>
    failover([failover([resendAt(first), brevoAt(first)]), postmarkAt(last)]),
};

describe.each(Object.entries(compositions))('after %s that fails, the next service', (_, compose) => {
  it.each(firstFailures.filter(({ outcome }) => outcome === 'not-sent'))(
    'is asked at once when the first $name',
    async (failure) => {
      const [first, last] = [await startFailing(failure), await startService(acceptedByPostmark)];
      const { runtime, options, waitsMs } = recordWaits();
      const email = createEmailClient({ driver: compose(first, last), ...options });
      for (const _mail of [1, 2]) expect(await email.send(message)).toMatchObject({ provider: 'postmark' });
      expect(waitsMs).toEqual([]);
      expect(runtime.monotonic()).toBe(0);
      expect(last.requests).toHaveLength(2);
      await email.close();
    },
  );

  it.each(firstFailures.filter(({ outcome }) => outcome === 'unknown'))(
    'is not asked when the first $name',
    async (failure) => {
      const [first, last] = [await startFailing(failure), await startService(acceptedByPostmark)];
      const email = createEmailClient({ driver: compose(first, last), ...recordWaits().options });
      await expect(email.send(message)).rejects.toMatchObject({ outcome: 'unknown' });
      expect(last.requests).toEqual([]);
      await email.close();
    },
  );
});

const throttled = (seconds: number) => ({
  answer: { status: 429, headers: { 'retry-after': `${seconds}` } },
});
/** The same for the first requests only. */
const throttledFirst = (seconds: number, requests: number) =>
  Array.from({ length: requests }, (_, index) => ({ ...throttled(seconds), when: { nth: index + 1 } }));

describe('a throttled first service', () => {
  it.each([1, 20, 90])('is asked again after its %i s, and not before', async (seconds) => {
    const first = await startService(...throttledFirst(seconds, 1), acceptedByResend);
    const last = await startService(acceptedByPostmark);
    const { runtime, options } = recordWaits();
    const email = createEmailClient({ driver: failover([resendAt(first), postmarkAt(last)]), ...options });
    const providers: string[] = [];
    for (const waitMs of [0, 0, seconds * 1_000 - 1, 1]) {
      await runtime.advance(waitMs);
      providers.push((await email.send(message)).provider);
    }
    expect(providers).toEqual(['postmark', 'postmark', 'postmark', 'resend']);
    await email.close();
  });

  it('keeps nobody in its queue', async () => {
    const first = await startService({ ...throttled(20), answer: { ...throttled(20).answer, delayMs: 50 } });
    const last = await startService(acceptedByPostmark);
    const { runtime } = recordWaits();
    const limiter = createLimiter({ limits: [maxConcurrency(1)], runtime });
    const driver = failover([{ driver: resendAt(first), limiter }, postmarkAt(last)]);
    const email = createEmailClient({ driver, runtime });
    const sent = await Promise.all([1, 2, 3].map(() => email.send(message)));
    expect(sent.map(({ provider }) => provider)).toEqual(['postmark', 'postmark', 'postmark']);
    expect([runtime.monotonic(), first.requests.length]).toEqual([0, 1]);
    await email.close();
  });

  it('repeats by itself where its entry says how often', async () => {
    const first = await startService(...throttledFirst(20, 2), acceptedByResend);
    const last = await startService(acceptedByPostmark);
    const { options, waitsMs } = recordWaits();
    const driver = failover([{ driver: resendAt(first), retry: { maxAttempts: 3 } }, postmarkAt(last)]);
    const email = createEmailClient({ driver, ...options });
    expect(await email.send(message)).toMatchObject({ provider: 'resend' });
    expect(waitsMs.map((ms) => ms >= 20_000)).toEqual([true, true]);
    await email.close();
  });

  it.each([{ retry: false }, { retry: { baseMs: 5 } }, { retry: { maxAttempts: 1 } }] as const)(
    'does not wait with %o',
    async (own) => {
      const [first, last] = [await startService(throttled(20)), await startService(acceptedByPostmark)];
      const { options, waitsMs } = recordWaits();
      const driver = failover([{ driver: resendAt(first), ...own }, postmarkAt(last)]);
      const email = createEmailClient({ driver, ...options });
      expect(await email.send(message)).toMatchObject({ provider: 'postmark' });
      expect(waitsMs).toEqual([]);
      await email.close();
    },
  );
});

it('a full window of the first service moves a mail; the next window takes it', async () => {
  const [first, last] = [await startService(acceptedByResend), await startService(acceptedByPostmark)];
  const { runtime, options } = recordWaits();
  const limiter = createLimiter({ limits: [perMinute(2)], runtime });
  const driver = failover([{ driver: resendAt(first), limiter }, postmarkAt(last)]);
  const email = createEmailClient({ driver, ...options });
  const providers: string[] = [];
  for (const waitMs of [0, 0, 0, 60_000]) {
    await runtime.advance(waitMs);
    providers.push((await email.send(message)).provider);
  }
  expect(providers).toEqual(['resend', 'resend', 'postmark', 'resend']);
  await email.close();
});

describe('the last service', () => {
  it('waits as it is told, and repeats', async () => {
    const first = await startService(throttled(90));
    const last = await startService(...throttledFirst(20, 2), acceptedByPostmark);
    const { options, waitsMs } = recordWaits();
    const email = createEmailClient({ driver: failover([resendAt(first), postmarkAt(last)]), ...options });
    expect(await email.send(message)).toMatchObject({ provider: 'postmark' });
    expect(waitsMs.map((ms) => ms >= 20_000)).toEqual([true, true]);
    await email.close();
  });

  it('ends the call with the time at which the first of all is back', async () => {
    const [first, last] = [await startService(throttled(70)), await startService(throttled(90))];
    const { options } = recordWaits();
    const email = createEmailClient({ driver: failover([resendAt(first), postmarkAt(last)]), ...options });
    await expect(email.send(message)).rejects.toMatchObject({
      provider: 'postmark',
      outcome: 'not-sent',
      retryable: true,
      retryAfterMs: 70_000,
    });
    await email.close();
  });
});

it('while each service is left out, a mail waits for the one that is back first', async () => {
  const first = await startService(...throttledFirst(61, 1), acceptedByResend);
  const last = await startService(throttled(600));
  const { runtime, options } = recordWaits();
  const email = createEmailClient({ driver: failover([resendAt(first), postmarkAt(last)]), ...options });
  await expect(email.send(message)).rejects.toMatchObject({ retryAfterMs: 61_000 });
  await runtime.advance(59_000);
  expect(await email.send(message)).toMatchObject({ provider: 'resend' });
  expect(runtime.monotonic()).toBe(61_000);
  expect([first.requests.length, last.requests.length]).toEqual([2, 1]);
  await email.close();
});
