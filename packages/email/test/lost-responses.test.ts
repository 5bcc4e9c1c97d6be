// Services that lose responses, and batches, for all drivers whose stand-ins count requests.
import { createEmailClient, type EmailDriver, type EmailMessage, isOrgError } from '@org/email';
import { elasticemail } from '@org/email/elasticemail';
import { generic } from '@org/email/generic';
import { mailjet } from '@org/email/mailjet';
import { resend } from '@org/email/resend';
import { sendgrid } from '@org/email/sendgrid';
import { ses } from '@org/email/ses';
import type { ReceivedMail } from '@org/email/testing';
import { describe, expect, it } from 'vitest';
import { startElasticEmail } from './elasticemail/stand-in.ts';
import { acme } from './generic/acme.ts';
import { startAcme } from './generic/stand-in.ts';
import { startMailjet } from './mailjet/stand-in.ts';
import { startResend } from './resend/stand-in.ts';
import { startSendGrid } from './sendgrid/stand-in.ts';
import { keys } from './ses/harness.ts';
import { startSes } from './ses/stand-in.ts';
import { message } from './support/answering.ts';

interface Service {
  readonly url: string;
  readonly mails: readonly ReceivedMail[];
  loseAnswers(count: number): void;
  close(): Promise<void>;
}

type Row = readonly [
  name: string,
  start: () => Promise<Service>,
  driver: (baseUrl: string) => EmailDriver,
  lost: 'accepted' | 'unknown',
];

const mailjetAt = (baseUrl: string) => mailjet({ apiKey: 'key:secret', baseUrl });
const resendAt = (baseUrl: string) => resend({ apiKey: 're_good', baseUrl });
const { idempotency: _, ...withoutKeys } = acme;

const rows: readonly Row[] = [
  ['elasticemail', startElasticEmail, (baseUrl) => elasticemail({ apiKey: 'ee-good', baseUrl }), 'unknown'],
  ['generic, with keys', startAcme, (baseUrl) => generic(acme, { apiKey: 'good', baseUrl }), 'accepted'],
  [
    'generic, without keys',
    startAcme,
    (baseUrl) => generic(withoutKeys, { apiKey: 'good', baseUrl }),
    'unknown',
  ],
  ['mailjet', startMailjet, mailjetAt, 'unknown'],
  ['resend', startResend, resendAt, 'accepted'],
  ['sendgrid', startSendGrid, (baseUrl) => sendgrid({ apiKey: 'SG.good', baseUrl }), 'unknown'],
  [
    'ses',
    startSes,
    (baseUrl) => ses({ region: 'eu-west-1', credentials: keys, contactList: 'audience', baseUrl }),
    'unknown',
  ],
];

describe('E5: a service that loses every second response', () => {
  // No quota here: it would rightly end the repetitions.
  const retry = { baseMs: 1, throttledBaseMs: 1, quota: false } as const;

  it.each(rows)('%s: one mail for each message, and the outcome', async (_name, start, driverAt, lost) => {
    const service = await start();
    const email = createEmailClient({ driver: driverAt(service.url), retry, limiter: false });
    const outcomes: unknown[] = [];
    for (let index = 0; index < 10; index += 1) {
      service.loseAnswers(index % 2);
      const outcome = await email.send({ ...message, to: `to-${index}@example.com` }).then(
        ({ outcomes: [first] }) => first?.status,
        (error: unknown) => isOrgError(error) && [error.outcome, error.attempts],
      );
      outcomes.push(outcome);
    }
    await email.close();
    await service.close();
    const end = lost === 'accepted' ? 'accepted' : ['unknown', 1];
    expect(outcomes).toEqual(Array.from({ length: 10 }, (_each, index) => (index % 2 ? end : 'accepted')));
    expect(service.mails).toHaveLength(10);
  });
});

describe('E14: sendBatch', () => {
  const refusedByMailjet: EmailMessage = { ...message, from: 'ann@stranger.dev' };
  const refusedByResend: EmailMessage = { ...message, to: 'bob@invalid.example' };

  it.each([
    ['mailjet', startMailjet, mailjetAt, 70, refusedByMailjet],
    ['resend', startResend, resendAt, 120, refusedByResend],
  ] as const)(
    '%s: as few requests as possible, and each message once',
    async (_name, start, driverAt, count, refused) => {
      const service = await start();
      const driver: EmailDriver = driverAt(service.url);
      const email = createEmailClient({ driver, limiter: false });
      const messages: EmailMessage[] = Array.from({ length: count }, (_each, index) => ({
        ...message,
        to: `to-${index}@example.com`,
      }));
      messages[7] = refused;
      const outcomes = await email.sendBatch(messages);
      await email.close();
      await service.close();
      expect(outcomes.map(({ index }) => index)).toEqual(messages.map((_each, index) => index));
      expect(outcomes.filter(({ ok }) => !ok).map(({ index }) => index)).toEqual([7]);
      expect(service.mails.map(({ envelope }) => envelope.to[0])).toEqual(
        messages.flatMap(({ to }, index) => (index === 7 ? [] : [to])),
      );
      expect(service.sendRequests()).toBe(2);
    },
  );
});
