import {
  AuthenticationError,
  CircuitOpenError,
  ClosedError,
  ConfigurationError,
  ConflictError,
  CredentialError,
  InvalidInputError,
  NetworkError,
  type OrgError,
  PermissionError,
  QuotaExceededError,
  RateLimitError,
  ServerError,
  ThrottleRejectedError,
  TimeoutError,
} from '@org/core';
import { describe, expect, it } from 'vitest';
import { loops } from '../src/drivers/loops/index.ts';
import { type FailoverOptions, failover, weighted } from '../src/failover/index.ts';
import {
  AccountSuspendedError,
  createEmailClient,
  type EmailCapabilities,
  IncompleteSendError,
  MessageRejectedError,
  RecipientRejectedError,
  RecipientSuppressedError,
  SenderNotVerifiedError,
} from '../src/index.ts';
import { type Answer, acceptAll, accepted, batchDriver } from './batch-stage.ts';

const message = { from: 'ann@acme.dev', to: 'bob@x.dev', subject: 'Hi', text: 'Hi' };

const failing =
  (error: unknown): Answer =>
  async () => {
    throw error;
  };

function clientOf(first: Answer, second: Answer, options?: FailoverOptions) {
  const a = batchDriver(first, {}, 'alpha');
  const b = batchDriver(second, {}, 'beta');
  const email = createEmailClient({ driver: failover([a.driver, b.driver], options) });
  return { email, calls: () => [a.requests.length, b.requests.length], a, b };
}

const notSent = { message: 'no', outcome: 'not-sent', provider: 'alpha' } as const;

describe('failover', () => {
  it('has no service of stored templates alone: every message would be refused', () => {
    const { driver } = batchDriver(acceptAll, {}, 'alpha');
    const stored = loops({ apiKey: 'x' });
    for (const compose of [
      () => failover([stored, driver]),
      () => failover([stored]),
      () =>
        weighted([
          { driver, weight: 1 },
          { driver: stored, weight: 1 },
        ]),
    ])
      expect(compose).toThrow(expect.objectContaining({ code: 'configuration' }));
  });

  it('sends through the first driver while that works, and names it', async () => {
    const { email, calls } = clientOf(acceptAll, acceptAll);
    const result = await email.send(message);
    expect(calls()).toEqual([1, 0]);
    expect(result).toMatchObject({
      provider: 'alpha',
      outcomes: [{ provider: 'alpha', status: 'accepted' }],
    });
  });

  it.each<[string, OrgError]>([
    ['is unreachable', new NetworkError(notSent)],
    ['is timed out in the queue', new TimeoutError(notSent)],
    ['is throttled', new RateLimitError(notSent)],
    ['is throttled here', new ThrottleRejectedError(notSent)],
    ['is over its quota', new QuotaExceededError(notSent)],
    ['is suspended', new AccountSuspendedError(notSent)],
    ['is down', new ServerError(notSent)],
    ['is behind an open circuit', new CircuitOpenError(notSent)],
    ['refuses the credential', new AuthenticationError(notSent)],
    ['has no credential', new CredentialError(notSent)],
    ['forbids sending', new PermissionError(notSent)],
    ['does not know the sender', new SenderNotVerifiedError(notSent)],
  ])('sends through the next driver when the first %s', async (_why, error) => {
    const { email, calls } = clientOf(failing(error), acceptAll);
    expect(await email.send(message)).toMatchObject({ provider: 'beta' });
    expect(calls()).toEqual([1, 1]);
  });

  it.each<[string, OrgError]>([
    ['refuses the recipient', new RecipientRejectedError({ ...notSent, retryable: true })],
    ['has suppressed the recipient', new RecipientSuppressedError(notSent)],
    ['refuses the content', new MessageRejectedError(notSent)],
    ['refuses the input', new InvalidInputError(notSent)],
    ['is closed', new ClosedError(notSent)],
    ['has a wrong option', new ConfigurationError(notSent)],
    ['reports a conflict', new ConflictError(notSent)],
    ['may have sent the mail', new TimeoutError({ ...notSent, outcome: 'unknown' })],
    ['has sent the mail', new ConflictError({ ...notSent, outcome: 'sent' })],
    ['says nothing about the outcome', new ServerError({ message: 'no' })],
  ])('does not when the first %s', async (_why, error) => {
    const { email, calls } = clientOf(failing(error), acceptAll);
    await expect(email.send(message)).rejects.toBe(error);
    expect(calls()).toEqual([1, 0]);
  });

  it('rejects with the error of the last driver', async () => {
    const last = new ServerError({ ...notSent, provider: 'beta' });
    const { email } = clientOf(failing(new RateLimitError(notSent)), failing(last));
    await expect(email.send(message)).rejects.toBe(last);
  });

  it("stops at the caller's abort", async () => {
    const controller = new AbortController();
    const reason = new NetworkError(notSent);
    const abort: Answer = async () => {
      controller.abort(reason);
      throw reason;
    };
    const { email, calls } = clientOf(abort, acceptAll);
    const call = email.send(message, { signal: controller.signal });
    await expect(call).rejects.toMatchObject({ code: 'aborted', outcome: 'unknown', cause: reason });
    expect(calls()).toEqual([1, 0]);
  });

  it('shares the deadline: the next driver gets a part of the rest, and none after it', async () => {
    let nowMs = 0;
    const slow: Answer = async () => {
      nowMs += 400;
      throw new NetworkError(notSent);
    };
    const [a, b, c] = ['alpha', 'beta', 'gamma'].map((name) => batchDriver(slow, {}, name));
    if (a === undefined || b === undefined || c === undefined) throw new Error('No drivers.');
    const driver = failover([a.driver, b.driver, c.driver]);
    const email = createEmailClient({ driver, runtime: { monotonic: () => nowMs } });
    await expect(email.send(message, { deadlineMs: 700 })).rejects.toThrow('no');
    expect(a.requests[0]?.options.deadlineMs).toBe(525);
    expect(b.requests[0]?.options.deadlineMs).toBe(225);
    expect(c.requests).toEqual([]);
  });
});

describe("failover with onUnknown: 'send-again'", () => {
  const unknown = new TimeoutError({ ...notSent, outcome: 'unknown' });

  it('sends again through the next driver', async () => {
    const { email } = clientOf(failing(unknown), acceptAll, { onUnknown: 'send-again' });
    expect(await email.send(message)).toMatchObject({ provider: 'beta' });
  });

  it('is unknown when the next driver surely sent nothing', async () => {
    const last = new RateLimitError({ ...notSent, provider: 'beta' });
    const { email } = clientOf(failing(unknown), failing(last), { onUnknown: 'send-again' });
    const error = await email.send(message).catch((thrown: unknown) => thrown);
    expect(IncompleteSendError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({ outcome: 'unknown', provider: 'alpha', cause: last });
  });
});

describe('failover after a 503 without Retry-After', () => {
  const unavailable = new ServerError({ ...notSent, outcome: 'unknown', status: 503 });

  it('rejects: a proxy may say so after the service took the mail', async () => {
    const { email, calls } = clientOf(failing(unavailable), acceptAll);
    await expect(email.send(message)).rejects.toBe(unavailable);
    expect(calls()).toEqual([1, 0]);
  });

  it("sends through the next driver with onUnavailable: 'next'", async () => {
    const { email } = clientOf(failing(unavailable), acceptAll, { onUnavailable: 'next' });
    expect(await email.send(message)).toMatchObject({ provider: 'beta' });
  });

  it('stays unknown when the next driver surely sent nothing', async () => {
    const last = new RateLimitError({ ...notSent, provider: 'beta' });
    const { email } = clientOf(failing(unavailable), failing(last), { onUnavailable: 'next' });
    await expect(email.send(message)).rejects.toMatchObject({ outcome: 'unknown', cause: last });
  });

  it('moves after no other doubt', async () => {
    const doubt = new ServerError({ ...notSent, outcome: 'unknown', status: 502 });
    const { email } = clientOf(failing(doubt), acceptAll, { onUnavailable: 'next' });
    await expect(email.send(message)).rejects.toBe(doubt);
  });
});

describe('failover of batches and split messages', () => {
  const down = failing(new NetworkError(notSent));

  it('moves a whole request, and names the driver of each message', async () => {
    const flaky: Answer = async (request) =>
      request.messages[0]?.to[0]?.address === 'd@x.dev' ? down(request) : acceptAll(request);
    const { email, b } = clientOf(flaky, acceptAll);
    const outcomes = await email.sendBatch(
      [...'abcdef'].map((name) => ({ ...message, to: `${name}@x.dev` })),
    );
    expect(outcomes.map((outcome) => outcome.ok && outcome.result.provider)).toEqual([
      'alpha',
      'alpha',
      'alpha',
      'beta',
      'beta',
      'beta',
    ]);
    expect(b.requests.map(({ name }) => name)).toEqual(['send.batch']);
  });

  it.each([
    ['accepted the rest without naming its mails', undefined],
    ['was aborted after the rest was accepted', new Error('enough')],
  ])('is unknown for each mail when the next driver %s', async (_what, reason) => {
    const caller = new AbortController();
    const half: Answer = async ({ messages }) =>
      messages.map((each, place) =>
        place === 0
          ? accepted(each)
          : {
              outcomes: each.to.map(({ address: recipient }) => ({
                recipient,
                status: 'rejected',
                error: new QuotaExceededError(notSent),
              })),
            },
      );
    const unnamed: Answer = async ({ options }) => {
      if (reason === undefined) throw new ServerError({ ...notSent, message: 'cut', outcome: 'sent' });
      options.onAborted?.('sent');
      caller.abort(reason);
      throw reason;
    };
    const { email, b } = clientOf(half, unnamed);
    const outcomes = await email.sendBatch(
      [...'abc'].map((name) => ({ ...message, to: `${name}@x.dev` })),
      { signal: caller.signal },
    );
    expect(b.requests).toHaveLength(1);
    expect(outcomes.map((outcome) => outcome.ok || outcome.error.outcome)).toEqual([
      true,
      'unknown',
      'unknown',
    ]);
  });

  it('decides for each recipient of a split message', async () => {
    const flaky: Answer = async (request) =>
      request.messages[0]?.to[0]?.address === 'b@x.dev' ? down(request) : acceptAll(request);
    const { email } = clientOf(flaky, acceptAll);
    const { provider, outcomes } = await email.send({ ...message, to: ['a@x.dev', 'b@x.dev'] });
    expect([provider, ...outcomes.map((each) => each.provider)]).toEqual(['alpha', 'alpha', 'beta']);
  });
});

describe('a driver made of drivers', () => {
  it('can do what all can', () => {
    const changes: Partial<EmailCapabilities> = { batch: 2, idempotency: 'refuse', limits: { maxTo: 5 } };
    const first = batchDriver(acceptAll, { ...changes, idempotencyWindowMs: 10 }).driver;
    const other = batchDriver(acceptAll, { idempotencyWindowMs: 20, limits: { maxTo: 9, maxCc: 1 } }).driver;
    const message = {
      ...other.capabilities.message,
      cc: false,
      text: 'with-html',
      metadata: 'visible',
    } as const;
    const second = { ...other, capabilities: { ...other.capabilities, message } };
    const { capabilities } = weighted([
      { driver: first, weight: 1 },
      { driver: second, weight: 1 },
    ]);
    expect(capabilities).toMatchObject({
      templates: false,
      request: false,
      batch: 2,
      idempotency: 'refuse',
      idempotencyWindowMs: 10,
      limits: { maxTo: 5, maxCc: 1 },
      message: { cc: false, bcc: true, text: 'with-html', metadata: false, visibility: 'shared' },
    });
    expect(failover([first, second]).capabilities.idempotency).toBe('none');
  });

  it.each([
    ['alone', 'alone', 'alone'],
    ['alone', 'with-html', 'with-html'],
    ['either', 'alone', 'either'],
    ['either', 'with-html', 'none'],
    ['none', 'alone', 'none'],
  ] as const)('with text %s and %s carries text: %s', (one, two, both) => {
    const [first, second] = [one, two].map((text) => {
      const { driver } = batchDriver(acceptAll);
      return {
        ...driver,
        capabilities: { ...driver.capabilities, message: { ...driver.capabilities.message, text } },
      };
    });
    if (first === undefined || second === undefined) throw new Error('No drivers.');
    expect(failover([first, second]).capabilities.message.text).toBe(both);
  });

  it('has no stores', async () => {
    const { email } = clientOf(acceptAll, acceptAll);
    // @ts-expect-error contacts are of one service
    expect(() => email.contacts.list()).toThrow(expect.objectContaining({ code: 'unsupported' }));
    expect(
      'request' in email && (await (email.request as () => Promise<unknown>)().catch((e) => e.code)),
    ).toBe('unsupported');
  });

  it('gives each driver its own engine options, and closes all', async () => {
    const opened: unknown[] = [];
    let closed = 0;
    const countClose = async () => {
      closed += 1;
    };
    const spy = (name: string) => {
      const { driver } = batchDriver(acceptAll, {}, name);
      return {
        ...driver,
        open(options: { readonly timeoutMs?: number | undefined }) {
          opened.push([name, options.timeoutMs]);
          const session = driver.open(options);
          return { ...session, close: countClose };
        },
      };
    };
    const driver = failover([{ driver: spy('alpha'), timeoutMs: 5 }, spy('beta')]);
    const email = createEmailClient({ driver, timeoutMs: 9 });
    await email.close();
    expect(opened).toEqual([
      ['alpha', 5],
      ['beta', 9],
    ]);
    expect(closed).toBe(2);
  });

  it('hands the idempotency key through', async () => {
    const { email, b } = clientOf(failing(new NetworkError(notSent)), acceptAll);
    const { lossy } = await email.send(message, { idempotencyKey: 'order-7' });
    expect(b.requests[0]?.options.idempotencyKey).toMatch(/^order-7-/);
    expect(lossy).toMatchObject([{ field: 'idempotencyKey' }]);
  });

  it.each([
    () => failover([]),
    () => weighted([]),
    () => failover([batchDriver(acceptAll).driver], { onUnknown: 'retry' as never }),
    () => weighted([{ driver: batchDriver(acceptAll).driver, weight: 0 }]),
  ])('refuses wrong options: %s', (make) => expect(make).toThrow(/driver|onUnknown|weight/));
});

describe('weighted', () => {
  const pair = (random: () => number = Math.random) => {
    const a = batchDriver(acceptAll, {}, 'alpha');
    const b = batchDriver(acceptAll, {}, 'beta');
    const driver = weighted([
      { driver: a.driver, weight: 3 },
      { driver: b.driver, weight: 1 },
    ]);
    const email = createEmailClient({ driver, runtime: { random } });
    return { email, share: () => [a.requests.length, b.requests.length] as const };
  };

  it('chooses by chance and weight', async () => {
    const rolls = [0, 0.74, 0.75, 0.999];
    const { email } = pair(() => rolls.shift() ?? 0);
    const providers: string[] = [];
    for (let count = 0; count < 4; count += 1) providers.push((await email.send(message)).provider);
    expect(providers).toEqual(['alpha', 'alpha', 'beta', 'beta']);
  });

  it('always chooses the same driver for one key, and keeps the weights over many keys', async () => {
    const { email, share } = pair();
    for (let count = 0; count < 2_000; count += 1)
      await email.send(message, { idempotencyKey: `order-${count}` });
    const [first, second] = share();
    expect(first / (first + second)).toBeGreaterThan(0.71);
    expect(first / (first + second)).toBeLessThan(0.79);
    const again = pair();
    for (const key of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) {
      const { provider } = await email.send(message, { idempotencyKey: key });
      expect(await again.email.send(message, { idempotencyKey: key })).toMatchObject({ provider });
    }
  });

  it('does not fail over', async () => {
    const down = new NetworkError(notSent);
    const driver = weighted([{ driver: batchDriver(failing(down)).driver, weight: 1 }]);
    await expect(createEmailClient({ driver }).send(message)).rejects.toBe(down);
  });

  it('is an entry of failover, and the provider is the driver that sent', async () => {
    const broken = batchDriver(failing(new NetworkError(notSent)), {}, 'alpha').driver;
    const inner = weighted([{ driver: batchDriver(acceptAll, {}, 'beta').driver, weight: 1 }]);
    const email = createEmailClient({ driver: failover([broken, inner]) });
    expect(await email.send(message)).toMatchObject({ provider: 'beta' });
  });
});
