import {
  AuthenticationError,
  ClosedError,
  ConfigurationError,
  CredentialError,
  NetworkError,
  type OrgError,
  QuotaExceededError,
  RateLimitError,
  ResponseFormatError,
  type Runtime,
} from '@org/core';
import { createFakeDriver } from '@org/core/testing';
import { describe, expect, it } from 'vitest';
import { startMailService } from '../../sandbox/src/mail/service/service.ts';
import { plunk } from '../src/drivers/plunk/index.ts';
import { smtp } from '../src/drivers/smtp/index.ts';
import {
  createEmailClient,
  type EmailMessage,
  IncompleteSendError,
  type RecipientOutcome,
  RecipientRejectedError,
  RecipientSuppressedError,
  SenderNotVerifiedError,
} from '../src/index.ts';

const recipients = ['ann@example.com', 'bob@example.com', 'cat@example.com', 'dan@example.com'];
const message: EmailMessage = { from: 'me@acme.dev', to: recipients, subject: 'Hi', text: 'Hi' };

type Act = (recipient: string) => Error | undefined | Promise<Error | undefined>;

/** A client whose service answers each recipient as `act` says: with an error, or else with an acceptance. */
function clientWith(act: Act, runtime?: Partial<Runtime>) {
  const driver = createFakeDriver(smtp({ host: 'mail.acme.dev' })).answer('send', async ({ to }) => {
    const address = to[0]?.address ?? '';
    const error = await act(address);
    if (error !== undefined) throw error;
    return { outcomes: [{ recipient: address, status: 'accepted', messageId: `id-${address}` }] };
  });
  const sentTo = () =>
    driver.callsOf('send').map(({ input }) => input.to.map(({ address }) => address).join());
  return { driver, sentTo, email: createEmailClient({ driver, runtime }) };
}

const only =
  (error: OrgError, ...addresses: string[]): Act =>
  (address) =>
    addresses.includes(address) ? error : undefined;

const lost = new NetworkError({ message: 'lost', outcome: 'unknown', retryable: true });
const full = new RecipientRejectedError({ message: 'full', outcome: 'not-sent', retryable: true });

async function failureOf(sending: Promise<unknown>): Promise<IncompleteSendError> {
  const error: unknown = await sending.then(
    (result) => result,
    (thrown: unknown) => thrown,
  );
  if (!IncompleteSendError.isInstance(error)) throw new Error('It ended in another way.', { cause: error });
  return error;
}

const statuses = (outcomes: readonly RecipientOutcome[]) => outcomes.map(({ status }) => status);

describe('E14: a message with a separate mail for each recipient', () => {
  it.each(['not-sent', 'sent'] as const)(
    'is unknown after an abort whose reason is an error of ours that says %s',
    async (outcome) => {
      const controller = new AbortController();
      const reason = new NetworkError({ message: 'of another call', outcome, retryable: true });
      const { email } = clientWith(async (address) => {
        if (address !== 'bob@example.com') return undefined;
        controller.abort(reason);
        return reason;
      });
      const error = await failureOf(email.send(message, { signal: controller.signal }));
      expect(error).toMatchObject({ outcome: 'sent', retryable: false, cause: reason });
      expect(error.outcomes[1]).toMatchObject({ recipient: 'bob@example.com', status: 'unknown' });
    },
  );

  it.each(['', 'with space', null as unknown as string])('refuses the key %j', async (idempotencyKey) => {
    const { email, sentTo } = clientWith(() => undefined);
    const to = { ...message, to: 'ann@example.com' } as EmailMessage;
    for (const one of [message, to])
      await expect(email.send(one, { idempotencyKey })).rejects.toMatchObject({ code: 'invalid-input' });
    expect(sentTo()).toEqual([]);
  });

  it('is unknown and not retryable when one mail may be out, and names the recipient', async () => {
    const { email } = clientWith((address) => (address === 'bob@example.com' ? lost : full));
    const error = await failureOf(email.send(message));
    expect(error).toMatchObject({
      code: 'incomplete-send',
      outcome: 'unknown',
      retryable: false,
      cause: lost,
    });
    expect(statuses(error.outcomes)).toEqual(['rejected', 'unknown', 'rejected', 'rejected']);
    expect(error.outcomes.map(({ recipient }) => recipient)).toEqual(recipients);
  });

  it('names no recipient in what is logged of that error', async () => {
    const { email } = clientWith(() => lost);
    const error = await failureOf(email.send(message));
    const { inspect } = await import('node:util');
    expect(inspect(error, { depth: 9 }) + JSON.stringify(error) + JSON.stringify({ ...error })).not.toMatch(
      /@example/,
    );
  });

  it('resolves with every outcome when one recipient was accepted', async () => {
    const { email } = clientWith((address) => (address === 'cat@example.com' ? undefined : full));
    const { outcomes, messageId } = await email.send(message);
    expect(statuses(outcomes)).toEqual(['rejected', 'rejected', 'accepted', 'rejected']);
    expect(messageId).toBe('id-cat@example.com');
  });

  it('counts a mail as accepted although its response was lost', async () => {
    const unreadable = new ResponseFormatError({ message: 'odd', outcome: 'sent' });
    const { email } = clientWith((address) => (address === 'ann@example.com' ? unreadable : full));
    expect(statuses((await email.send(message)).outcomes)[0]).toBe('accepted');
  });

  it('throws the first error, with its class and retryable, when no mail is out', async () => {
    const { email } = clientWith(() => full);
    await expect(email.send(message)).rejects.toBe(full);
  });

  it('keeps the Message-ID of a mail that may be out', async () => {
    const named = new NetworkError({
      message: 'lost',
      outcome: 'unknown',
      details: { messageId: '<1@acme.dev>' },
    });
    const { email } = clientWith(only(named, 'ann@example.com'));
    expect((await email.send(message)).outcomes[0]).toEqual({
      recipient: 'ann@example.com',
      status: 'unknown',
      messageId: '<1@acme.dev>',
      error: named,
    });
  });

  it('tries a wrong password once, not once for each recipient', async () => {
    const wrong = new AuthenticationError({ message: 'wrong password', outcome: 'not-sent' });
    const { email, sentTo } = clientWith(() => wrong);
    await expect(email.send(message)).rejects.toBe(wrong);
    expect(sentTo()).toEqual(['ann@example.com']);
  });

  it.each([
    new CredentialError({ message: 'no key', outcome: 'not-sent' }),
    new SenderNotVerifiedError({ message: 'verify acme.dev', outcome: 'not-sent' }),
    new QuotaExceededError({ message: 'the plan is used up', outcome: 'not-sent' }),
    new ClosedError({ message: 'closed', outcome: 'not-sent' }),
    new ConfigurationError({ message: 'wrong', outcome: 'not-sent' }),
  ])('ends after one recipient when all would fail alike: $code', async (error) => {
    const { email, sentTo } = clientWith(() => error);
    await expect(email.send(message)).rejects.toBe(error);
    expect(sentTo()).toEqual(['ann@example.com']);
  });

  it('distinguishes a suppressed recipient from a refused one', async () => {
    const gone = new RecipientSuppressedError({ message: 'unsubscribed', outcome: 'not-sent' });
    const { email } = clientWith(only(gone, 'bob@example.com'));
    expect(statuses((await email.send(message)).outcomes)).toEqual([
      'accepted',
      'suppressed',
      'accepted',
      'accepted',
    ]);
  });

  it.each([
    ['all mails', () => undefined, () => true, true],
    ['all but one', () => undefined, (recipient: string) => recipient !== 'bob@example.com', false],
    ['all but one, which failed', only(full, 'bob@example.com'), () => true, false],
  ])('is a repetition when %s had been accepted before', async (_what, act, isReplayed, replayed) => {
    const driver = createFakeDriver(smtp({ host: 'mail.acme.dev' })).answer('send', async ({ to }) => {
      const recipient = to[0]?.address ?? '';
      const error = await act(recipient);
      if (error !== undefined) throw error;
      return { outcomes: [{ recipient, status: 'accepted' }], replayed: isReplayed(recipient) };
    });
    expect((await createEmailClient({ driver }).send(message)).replayed).toBe(replayed);
  });

  it('sends no more after a refused password, and reports the recipients without a mail', async () => {
    const wrong = new AuthenticationError({ message: 'wrong password', outcome: 'not-sent' });
    const many = Array.from({ length: 40 }, (_, index) => `to-${index}@example.com`);
    const { email, sentTo } = clientWith(only(wrong, 'to-3@example.com'));
    const { outcomes } = await email.send({ ...message, to: many });
    expect(sentTo().length).toBeLessThan(20);
    expect(outcomes.map(({ recipient }) => recipient)).toEqual(many);
    expect(outcomes[39]).toEqual({ recipient: 'to-39@example.com', status: 'rejected', error: wrong });
  });
});

describe('an abort in the middle of a message to several recipients', () => {
  it("throws the caller's reason when nothing was started", async () => {
    const reason = new Error('changed my mind');
    const { email, sentTo } = clientWith(() => undefined);
    await expect(email.send(message, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(sentTo()).toEqual([]);
  });

  it('starts nothing more, also when the mail in flight was accepted', async () => {
    const caller = new AbortController();
    const reason = new Error('enough');
    const driver = smtp({ host: 'mail.acme.dev' });
    const sentTo: string[] = [];
    const open = () => ({
      execute: async (_name: string, { to }: { to: readonly { address: string }[] }) => {
        sentTo.push(to[0]?.address ?? '');
        caller.abort(reason);
        return { outcomes: [{ recipient: to[0]?.address, status: 'accepted' }] };
      },
      close: async () => {},
    });
    const email = createEmailClient({ driver: { ...driver, open } as unknown as typeof driver });
    const error = await failureOf(email.send(message, { signal: caller.signal }));
    expect([error.outcome, error.cause, sentTo]).toEqual(['sent', reason, ['ann@example.com']]);
    expect(statuses(error.outcomes)).toEqual(['accepted', 'rejected', 'rejected', 'rejected']);
  });

  it('reports recipients with a mail, without one, and unknown ones', async () => {
    const many = Array.from({ length: 20 }, (_, index) => `to-${index}@example.com`);
    const caller = new AbortController();
    const reason = new Error('enough');
    const { email } = clientWith((address) => {
      if (address === 'to-0@example.com') return undefined;
      if (address === 'to-5@example.com') caller.abort(reason);
      return new Promise(() => {});
    });
    const error = await failureOf(email.send({ ...message, to: many }, { signal: caller.signal }));
    expect(error).toMatchObject({ outcome: 'sent', retryable: false, cause: reason });
    expect(statuses(error.outcomes).filter((status) => status === 'accepted').length).toBe(1);
    expect(error.outcomes.length).toBe(20);
    expect(error.outcomes[1]?.status).toBe('unknown');
    expect(error.outcomes[19]).toMatchObject({
      recipient: 'to-19@example.com',
      status: 'rejected',
      error: { code: 'aborted', outcome: 'not-sent', retryable: true, cause: reason },
    });
  });
});

describe('the deadline of a message to several recipients', () => {
  it('is one for all of them', async () => {
    let now = 0;
    const { email, driver } = clientWith(
      () => {
        now += 500;
        return undefined;
      },
      { monotonic: () => now },
    );
    const { outcomes } = await email.send(message, { deadlineMs: 1_000 });
    expect(driver.callsOf('send').map(({ options }) => options.deadlineMs)).toEqual([1_000, 500]);
    expect(statuses(outcomes)).toEqual(['accepted', 'accepted', 'rejected', 'rejected']);
    expect(outcomes[2]?.error).toMatchObject({ code: 'timeout', outcome: 'not-sent', retryable: true });
  });

  it("is the client's when the call has none", async () => {
    const driver = createFakeDriver(smtp({ host: 'mail.acme.dev' })).answer('send', ({ to }) => ({
      outcomes: [{ recipient: to[0]?.address ?? '', status: 'accepted' }],
    }));
    const email = createEmailClient({ driver, deadlineMs: 700, runtime: { monotonic: () => 5 } });
    await email.send(message);
    expect(driver.callsOf('send').map(({ options }) => options.deadlineMs)).toEqual([
      undefined,
      700,
      700,
      700,
    ]);
  });
});

describe('the recipients of a message', () => {
  it('get one mail each, also when named twice', async () => {
    const { email, sentTo } = clientWith(() => undefined);
    const to = ['bob@example.com', 'Bob <bob@EXAMPLE.com>', 'cat@example.com', '"bob"@example.com'];
    const { outcomes } = await email.send({ ...message, to });
    expect(sentTo()).toEqual(['bob@example.com', 'cat@example.com']);
    expect(outcomes.map(({ recipient }) => recipient)).toEqual(['bob@example.com', 'cat@example.com']);
  });

  it('are named once in a mail for all, where they are mentioned first', async () => {
    const { email, driver } = clientWith(() => undefined);
    await email.send({
      ...message,
      to: ['bob@example.com', 'cat@example.com'],
      cc: 'cat@example.com',
      bcc: ['bob@example.com', 'dan@example.com'],
    });
    const [call] = driver.callsOf('send');
    expect(call?.input).toMatchObject({
      visibility: 'shared',
      to: [{ address: 'bob@example.com' }, { address: 'cat@example.com' }],
      cc: [],
      bcc: [{ address: 'dan@example.com' }],
    });
  });

  it('are sent to at most ten at a time', async () => {
    let inFlight = 0;
    let most = 0;
    const { email } = clientWith(async () => {
      inFlight += 1;
      most = Math.max(most, inFlight);
      await new Promise(setImmediate);
      inFlight -= 1;
      return undefined;
    });
    const to = Array.from({ length: 50 }, (_, index) => `to-${index}@example.com`);
    const { outcomes } = await email.send({ ...message, to });
    expect([most, outcomes.length]).toEqual([10, 50]);
  });

  it('have one key each, derived from the address', async () => {
    const driver = createFakeDriver(plunk({ apiKey: 'unused' })).answer('send', ({ to }) => ({
      outcomes: [{ recipient: to[0]?.address ?? '', status: 'accepted' }],
    }));
    const email = createEmailClient({ driver });
    const html = { ...message, text: undefined, html: '<p>Hi</p>' } as EmailMessage;
    await email.send(html, { idempotencyKey: 'order-1' });
    await email.send({ ...html, to: [...recipients].reverse() }, { idempotencyKey: 'order-1' });
    const keys = driver
      .callsOf('send')
      .map(({ input, options }) => [input.to[0]?.address, options.idempotencyKey]);
    expect(new Map(keys as [string, string][]).size).toBe(4);
    expect(new Set(keys.map((pair) => pair.join(' '))).size).toBe(4);
    for (const [, key] of keys) expect(key).toMatch(/^order-1-[\x21-\x7e]{16}$/);
    // Also when the message is sent again to one of them alone.
    await email.send({ ...html, to: 'ann@example.com' }, { idempotencyKey: 'order-1' });
    expect(driver.callsOf('send').at(-1)?.options.idempotencyKey).toBe(
      keys.find(([address]) => address === 'ann@example.com')?.[1],
    );
  });

  it('refuse a key that is too long', async () => {
    const { email, sentTo } = clientWith(() => undefined);
    await expect(email.send(message, { idempotencyKey: 'k'.repeat(239) })).rejects.toMatchObject({
      code: 'invalid-input',
      message: expect.stringContaining('at most 238 characters'),
    });
    await email.send(message, { idempotencyKey: 'k'.repeat(238) });
    expect(sentTo()).toEqual(recipients);
  });

  it('with a rate limit are not repeated: each outcome has its error', async () => {
    const slow = new RateLimitError({
      message: 'slow',
      outcome: 'not-sent',
      retryable: true,
      retryAfterMs: 9,
    });
    const { email } = clientWith(only(slow, 'bob@example.com'));
    expect((await email.send(message)).outcomes[1]).toMatchObject({ status: 'rejected', error: slow });
  });
});

describe('E14: a message to several recipients through Plunk', () => {
  it('reaches everybody once when the whole call is repeated with its key', async () => {
    const service = await startMailService();
    const email = createEmailClient({
      driver: plunk({ apiKey: service.apiKey, baseUrl: service.apiUrl }),
      retry: false,
    });
    const html: EmailMessage = { from: 'me@acme.dev', to: recipients, subject: 'Hi', html: '<p>Hi</p>' };
    service.failNext({ where: 'after', drop: true });
    const { outcomes } = await email.send(html, { idempotencyKey: 'news-7' });
    expect(statuses(outcomes)).toEqual(['unknown', 'accepted', 'accepted', 'accepted']);
    const again = await email.send(html, { idempotencyKey: 'news-7' });
    expect(statuses(again.outcomes)).toEqual(['accepted', 'accepted', 'accepted', 'accepted']);
    expect(again.replayed).toBe(true);
    // To the one recipient whose outcome was unknown, alone, with the same key.
    const conflict = email.send({ ...html, to: 'ann@example.com' }, { idempotencyKey: 'news-7' });
    await expect(conflict).rejects.toMatchObject({ code: 'idempotency-conflict', outcome: 'sent' });
    const mails = service.mailbox.list().map(({ envelope }) => envelope.to.join());
    await email.close();
    await service.close();
    expect(mails.sort()).toEqual(recipients);
  });

  it('sends one request with a wrong key, not one for each recipient', async () => {
    const service = await startMailService({ strict: true });
    const statusesSeen: number[] = [];
    const email = createEmailClient({
      driver: plunk({ apiKey: 'sk_of_nobody', baseUrl: service.apiUrl }),
      hooks: { afterResponse: ({ status }) => void statusesSeen.push(status) },
    });
    const html: EmailMessage = { from: 'me@acme.dev', to: recipients, subject: 'Hi', html: '<p>Hi</p>' };
    await expect(email.send(html)).rejects.toMatchObject({ code: 'authentication', outcome: 'not-sent' });
    await email.close();
    await service.close();
    expect(statusesSeen).toEqual([401]);
  });

  it('is one request for each, and a 4xx for one says nothing about the others', async () => {
    const service = await startMailService();
    const bodies: unknown[] = [];
    const email = createEmailClient({
      driver: plunk({ apiKey: service.apiKey, baseUrl: service.apiUrl }),
      hooks: { beforeRequest: ({ body }) => void bodies.push(JSON.parse(String(body))) },
    });
    const html: EmailMessage = { from: 'me@acme.dev', to: recipients, subject: 'Hi', html: '<p>Hi</p>' };
    service.failNext({ status: 402 });
    // A used-up plan ends the send: one request, and the error of the service itself.
    await expect(email.send(html)).rejects.toMatchObject({ code: 'quota-exceeded', outcome: 'not-sent' });
    expect(bodies.length).toBe(1);
    service.failNext({ status: 422 });
    const { outcomes } = await email.send(html);
    await email.close();
    await service.close();
    expect(statuses(outcomes)).toEqual(['rejected', 'accepted', 'accepted', 'accepted']);
    expect(bodies.slice(1)).toMatchObject(recipients.map((address) => ({ to: [{ email: address }] })));
  });
});

it('rejects with an error when the service refuses all and gives no reason', async () => {
  const driver = createFakeDriver(smtp({ host: 'mail.acme.dev' })).answer('send', async ({ to }) => ({
    outcomes: [{ recipient: to[0]?.address ?? '', status: 'suppressed' }],
  }));
  const email = createEmailClient({ driver });
  await expect(email.send(message)).rejects.toMatchObject({ outcome: 'not-sent', provider: 'smtp' });
});
