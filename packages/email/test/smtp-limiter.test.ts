import type { PermitRequest, RateObservation } from '@org/core/driver';
import { describe, expect, it } from 'vitest';
import type { SmtpStep } from './scripted-smtp-server.ts';
import { createSmtpStage, message } from './smtp-stage.ts';

const { start, client } = createSmtpStage();
const startRefusing = (step: SmtpStep, reply: string) =>
  start({ acts: { [step]: (line: string) => (/innocent/.test(line) ? undefined : reply) } });

/** A limiter that only listens. */
function createListener() {
  const observed: (RateObservation | undefined)[] = [];
  const limiter = {
    acquire: async (_request?: PermitRequest) => ({
      waitedMs: 0,
      release: (observation?: RateObservation) => void observed.push(observation),
    }),
  };
  return { limiter, observed };
}

const mailbox: RateObservation = { failed: false };
const trouble: RateObservation = { failed: true };
const throttled: RateObservation = { throttled: true };

describe('what one reply of a mail server means for the other mails of the client', () => {
  it.each<[SmtpStep, string, RateObservation | undefined]>([
    ['RCPT', '450 4.2.1 Mailbox busy', mailbox],
    ['RCPT', '450 4.2.1 The user is receiving mail at a rate that prevents additional messages', mailbox],
    ['RCPT', '451 4.7.1 <throttle.rate@example.com>: Greylisted, come back in 60 seconds', mailbox],
    ['RCPT', '450 4.7.1 Greylisting in action: too many seconds to go', mailbox],
    ['RCPT', '450 4.7.1 <too.many.rate@example.com>: Recipient address rejected: try later', mailbox],
    ['RCPT', '452 4.2.2 Mailbox full', mailbox],
    ['RCPT', '452 4.2.2 Quota exceeded', mailbox],
    ['RCPT', '452 Mailbox over quota', mailbox],
    ['RCPT', '452 4.5.3 Your message has too many recipients', mailbox],
    ['RCPT', '452 Too many recipients', mailbox],
    ['RCPT', '550 5.1.1 No such user', mailbox],
    ['RCPT', '452 Too many recipients received this hour', throttled],
    ['RCPT', '450 4.7.1 Error: too much mail from 192.0.2.1', throttled],
    ['RCPT', '451 4.7.1 Rate limit exceeded', throttled],
    ['RCPT', '421 4.3.2 Closing', throttled],
    ['MAIL', '450 4.7.1 Client host rejected', throttled],
    ['MAIL', '454 Throttling failure: Maximum sending rate exceeded', throttled],
    ['AUTH', '454 4.7.0 Temporary authentication failure', throttled],
    ['connect', '450 4.3.2 Later', throttled],
    ['DATA', '451 4.3.0 Local error', trouble],
    ['final', '451 4.7.1 Greylisted', trouble],
    ['final', '432 4.3.2 Concurrent connections limit exceeded', throttled],
    ['final', '554 5.6.0 Spam', undefined],
  ])('at %s, "%s": %o', async (step, reply, expected) => {
    const server = await startRefusing(step, reply);
    const { limiter, observed } = createListener();
    const email = client(server, {}, { limiter });
    await email.send(message).catch(() => undefined);
    expect(observed).toEqual([expected]);
  });

  it.each<[string, RateObservation]>([
    ['450 4.2.1 Mailbox busy', {}],
    ['450 4.7.1 Error: too many messages', throttled],
  ])('one of two recipients refused with "%s": %o', async (reply, expected) => {
    const server = await startRefusing('RCPT', reply);
    const { limiter, observed } = createListener();
    const to = ['bob@example.com', 'innocent@example.com'];
    await client(server, {}, { limiter }).send({ ...message, to, recipientVisibility: 'shared' });
    expect(observed).toEqual([expected]);
  });

  it('"454" to STARTTLS concerns every mail', async () => {
    const server = await startRefusing('STARTTLS', '454 4.7.0 TLS not available');
    const { limiter, observed } = createListener();
    const email = client(server, { host: 'localhost', requireTls: true }, { limiter });
    await email.send(message).catch(() => undefined);
    expect(observed).toEqual([throttled]);
  });

  it('E4: a greylisted recipient pauses no other mail', async () => {
    const server = await startRefusing('RCPT', '451 4.7.1 Greylisted');
    const events: string[] = [];
    const email = client(
      server,
      {},
      { retry: { baseMs: 1, throttledBaseMs: 1 }, onEvent: ({ type }) => void events.push(type) },
    );
    await expect(email.send(message)).rejects.toMatchObject({ code: 'recipient-rejected', retryable: true });
    await email.send({ ...message, to: 'innocent@example.com' });
    expect(events).not.toContain('limit-wait-start');
    expect(server.messages.length).toBe(1);
  });
});
