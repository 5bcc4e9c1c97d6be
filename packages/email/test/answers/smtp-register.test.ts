// Refusals of mail servers, and what each does: to the error, to a run, to a fail-over and to the rate.
import { isOrgError, type OrgError } from '@org/core';
import type { RateObservation } from '@org/core/driver';
import { createFakeTransport } from '@org/core/testing';
import { describe, expect, it } from 'vitest';
import { accountMeaning } from '../../src/drivers/smtp/account-words.ts';
import { smtp } from '../../src/drivers/smtp/index.ts';
import { classifyReply } from '../../src/drivers/smtp/reply.ts';
import { meaningOf, registeredRows, type Step } from '../../src/drivers/smtp/reply-register.ts';
import { failover } from '../../src/failover/index.ts';
import { createEmailClient } from '../../src/index.ts';
import type { ScriptedSmtpServer, SmtpStep } from '../scripted-smtp-server.ts';
import { createSmtpStage, message } from '../smtp-stage.ts';
import { smtpReplies } from './fixtures/smtp.ts';
import { serverReplies } from './fixtures/smtp-servers.ts';
import { serviceReplies } from './fixtures/smtp-services.ts';
import { fixtures } from './fixtures.ts';
import { driverOf } from './services.ts';

const { start, client, running } = createSmtpStage();
const startReplying = (step: SmtpStep, reply: string) =>
  start({ acts: { [step]: reply.replace(/\n/g, '\r\n') } });
const mails = Array.from({ length: 50 }, (_, index) => ({ ...message, to: `user${index}@example.com` }));
const rcpts = ({ lines }: ScriptedSmtpServer) => lines.filter((line) => line.startsWith('RCPT'));

async function errorOf(sending: Promise<unknown>): Promise<OrgError> {
  const error = await sending.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (isOrgError(error)) return error;
  throw error;
}

const stepOf: Readonly<Partial<Record<SmtpStep, Step>>> = {
  AUTH: 'auth',
  MAIL: 'sender',
  RCPT: 'recipient',
  DATA: 'message',
  final: 'message',
};
const registered = [...serverReplies, ...serviceReplies];

describe('E4: the register of replies', () => {
  it.each(registered)('%s "%s": %s', async (step, reply, expected, source) => {
    const email = client(await startReplying(step, reply));
    const error = await errorOf(email.send(message));
    const { code, retryable, outcome } = error;
    expect(`${code}${retryable ? ', later' : ''}`, source).toBe(expected);
    expect(outcome).toBe('not-sent');
  });

  it('has its sources', () => {
    expect(registered.length).toBeGreaterThan(120);
    for (const [, , , source] of registered) expect(source).toMatch(/^https:\/\/\S+\/\S+/);
  });

  // A service that has an API and a relay says the same by both.
  it('reads the words of each API as the driver of that API does', () => {
    const codes = { quota: 'quota-exceeded', suspended: 'account-suspended', access: 'permission' } as const;
    const read = Object.entries(fixtures).flatMap(([service, answers]) =>
      answers.flatMap(({ what, body, means }) => {
        const meaning = accountMeaning(JSON.stringify(body ?? ''));
        if (meaning === undefined) return [];
        const code = meaning === 'unverified' ? 'sender-not-verified' : codes[meaning];
        return [{ answer: `${service}: ${what}`, code, means }];
      }),
    );
    expect(read.length).toBeGreaterThan(15);
    expect(read.filter(({ code, means }) => code !== means)).toEqual([]);
  });

  it('has no row without a reply that needs it', () => {
    const replies = [...registered, ...smtpReplies].flatMap(([step, text]) => {
      const detail = /^\d{3}[ -][245]\.(\d+\.\d+)/.exec(text)?.[1];
      const said = text.replace(/^\d{3}[ -](?:[245]\.\d+\.\d+)?/gm, '').replace(/\n/g, ' ');
      const reply = { status: Number(text.slice(0, 3)), detail, said, step: stepOf[step] ?? 'session' };
      return [true, false].map((isAnonymous) => ({ ...reply, isAnonymous }));
    });
    const idle = registeredRows.filter((row) => {
      const others = registeredRows.filter((each) => each !== row);
      return replies.every((reply) => meaningOf(reply, others) === meaningOf(reply));
    });
    expect(idle).toEqual([]);
  });

  it('a reply without known words and codes stays with its step', () => {
    const codeAt = (command: string, response: string) => {
      const status = Number(response.slice(0, 3));
      const { type, ...failure } = classifyReply({ status, response, command }, { phase: 'envelope' });
      return new type(failure).code;
    };
    for (const words of ['550 No', '550 5.1.1 User unknown', '550 5.7.1 Refused', '554 5.0.0 Failed'])
      expect(['MAIL FROM', 'RCPT TO', 'DATA'].map((command) => codeAt(command, words))).toEqual([
        'sender-not-verified',
        'recipient-rejected',
        'message-rejected',
      ]);
  });

  it('takes no words from an address', async () => {
    const server = await startReplying('RCPT', '550 5.7.1 <relay.denied@spf.suspended.example>: no');
    const to = 'relay.denied@spf.suspended.example';
    expect(await errorOf(client(server).send({ ...message, to }))).toMatchObject({
      code: 'recipient-rejected',
    });
  });
});

/** One reply of each meaning, and what it does to other mails. */
const meanings: readonly (readonly [
  meaning: string,
  step: SmtpStep,
  reply: string,
  does: { readonly stops: boolean; readonly movesOn: boolean; readonly slowsDown: boolean },
])[] = [
  ['recipient', 'RCPT', '550 5.1.1 User unknown', { stops: false, movesOn: false, slowsDown: false }],
  ['content', 'final', '554 5.6.0 Spam', { stops: false, movesOn: false, slowsDown: false }],
  ['size', 'final', '552 5.3.4 Too large', { stops: false, movesOn: false, slowsDown: false }],
  ['invalid', 'MAIL', '502 5.5.1 Unknown', { stops: false, movesOn: false, slowsDown: false }],
  [
    'sender',
    'RCPT',
    '553 5.7.1 <a@x.dev>: Sender address rejected: not owned by user x',
    { stops: false, movesOn: true, slowsDown: false },
  ],
  ['quota', 'final', '550 5.4.5 Daily limit', { stops: true, movesOn: true, slowsDown: false }],
  ['rate', 'final', '451 4.7.1 Rate limit', { stops: false, movesOn: true, slowsDown: true }],
  [
    'suspended',
    'final',
    '554 Sending paused for this account',
    { stops: true, movesOn: true, slowsDown: false },
  ],
  [
    'access',
    'final',
    '554 Access denied: User x is not authorized',
    { stops: true, movesOn: true, slowsDown: false },
  ],
  [
    'client',
    'RCPT',
    '554 5.7.1 <b@x.dev>: Relay access denied',
    { stops: true, movesOn: true, slowsDown: false },
  ],
  ['sign-in', 'RCPT', '550 SMTP AUTH is required', { stops: true, movesOn: true, slowsDown: false }],
  ['service', 'MAIL', '451 4.3.0 Later', { stops: false, movesOn: true, slowsDown: true }],
];

describe('what a meaning does', () => {
  it.each(meanings)('E7: %s, to a run of 50 mails: %s "%s"', async (_, step, reply, { stops }) => {
    const server = await startReplying(step, reply);
    const email = client(server, {}, { limiter: false });
    const codes: string[] = [];
    for await (const outcome of email.sendEach(mails, { concurrency: 1 }))
      if (!outcome.ok) codes.push(`${outcome.error.code} ${outcome.error.outcome}`);
    const [code] = codes;
    expect(codes).toEqual(mails.map(() => code));
    expect(code).toMatch(/ not-sent$/);
    expect(server.lines.filter((line) => line.startsWith('MAIL'))).toHaveLength(stops ? 1 : 50);
  });

  it.each(meanings)('E9: %s, to a fail-over: %s "%s"', async (_, step, reply, { movesOn }) => {
    const { port } = await startReplying(step, reply);
    const place = { host: '127.0.0.1', port, user: 'mailer', password: 'secret' };
    const transport = createFakeTransport([{ answer: { status: 200, json: { id: 'n1' } } }]);
    const driver = failover([smtp(place), driverOf('resend', 'https://next.example')]);
    const email = createEmailClient({ driver, transport, retry: false, limiter: false });
    running.push(email);
    const sending = email.send({ ...message, html: '<p>Hello</p>' });
    expect(await sending.then(({ provider }) => provider, String)).toMatch(movesOn ? /^resend$/ : /Error/);
  });

  it.each(meanings)('%s, to the rate: %s "%s"', async (_, step, reply, { slowsDown }) => {
    const observed: (RateObservation | undefined)[] = [];
    const release = (observation?: RateObservation) => void observed.push(observation);
    const limiter = { acquire: async () => ({ waitedMs: 0, release }) };
    await errorOf(client(await startReplying(step, reply), {}, { limiter }).send(message));
    expect(observed.map((each) => each?.throttled === true)).toEqual([slowsDown]);
  });
});

describe('the whole way', () => {
  const limit = '550-5.4.5 Daily user sending limit exceeded.\n550 5.4.5 https://support.google.com - gsmtp';
  const limitAfter = (count: number) => {
    let sent = 0;
    const final = () => (++sent > count ? limit.replace(/\n/g, '\r\n') : undefined);
    return start({ acts: { final } });
  };

  it('E7: after the daily limit of Gmail, sendEach burns no more mails', async () => {
    const server = await limitAfter(5);
    const ends: string[] = [];
    for await (const outcome of client(server).sendEach(mails, { concurrency: 1 }))
      ends.push(outcome.ok ? 'sent' : `${outcome.error.code} ${outcome.error.outcome}`);
    expect(ends.filter((end) => end === 'sent')).toHaveLength(5);
    expect(ends.filter((end) => end === 'quota-exceeded not-sent')).toHaveLength(45);
    expect(server.messages).toHaveLength(6);
  });

  it('E7: and neither does sendBatch', async () => {
    const server = await limitAfter(5);
    const outcomes = await client(server).sendBatch(mails, { concurrency: 1 });
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(5);
    expect(server.messages).toHaveLength(6);
  });

  it('E9: and a fail-over sends the rest through the next relay', async () => {
    const first = await limitAfter(5);
    const second = await start();
    const place = { host: '127.0.0.1', user: 'mailer', password: 'secret' };
    const driver = failover([smtp({ ...place, port: first.port }), smtp({ ...place, port: second.port })]);
    const email = createEmailClient({ driver, retry: false });
    running.push(email);
    let sent = 0;
    for await (const { ok } of email.sendEach(mails, { concurrency: 1 })) if (ok) sent += 1;
    expect([sent, first.messages.length, second.messages.length]).toEqual([50, 6, 45]);
  });

  const shared = {
    ...message,
    to: ['bob@example.com', 'cat@example.org'],
    recipientVisibility: 'shared',
  } as const;

  it.each([[[]], [['PIPELINING']]])(
    'E4: a list behind "Relay access denied" names no recipient as refused, with %j',
    async (more) => {
      const server = await start({
        extensions: ['AUTH PLAIN', ...more],
        acts: { RCPT: (line) => `554 5.7.1 ${line.slice(8)}: Relay access denied` },
      });
      expect(await errorOf(client(server).send(shared))).toMatchObject({ code: 'permission' });
      expect(rcpts(server)).toHaveLength(2);
    },
  );

  it.each(['bob', 'cat'])('E4: nor where %s alone is unknown', async (unknown) => {
    const reply = (line: string) =>
      line.includes(unknown) ? '550 5.1.1 User unknown' : `554 5.7.1 ${line.slice(8)}: Relay access denied`;
    const email = client(await start({ acts: { RCPT: reply } }));
    expect(await errorOf(email.send(shared))).toMatchObject({ code: 'permission', outcome: 'not-sent' });
  });

  it('E4: where one recipient is accepted, the other has the error of its own refusal', async () => {
    const reply = (line: string) => (line.includes('cat') ? '554 5.7.1 <x>: Relay access denied' : undefined);
    const { outcomes } = await client(await start({ acts: { RCPT: reply } })).send(shared);
    expect(outcomes.map(({ status, error }) => [status, error?.code])).toEqual([
      ['accepted', undefined],
      ['rejected', 'permission'],
    ]);
  });

  const anonymous = { user: undefined, password: undefined };
  it.each<[string, readonly string[], object, string]>([
    ['without the sign-in that the server offers', ['AUTH PLAIN'], anonymous, 'permission'],
    ['where none is offered', [], anonymous, 'recipient-rejected'],
    ['after a sign-in', ['AUTH PLAIN'], {}, 'recipient-rejected'],
  ])('E4: %s, "Recipient address rejected: Access denied" is %s', async (_, extensions, options, code) => {
    const reply = '554 5.7.1 <bob@example.com>: Recipient address rejected: Access denied';
    const server = await start({ extensions, acts: { RCPT: reply } });
    expect(await errorOf(client(server, options).send(message))).toMatchObject({ code });
  });
});
