// Replies of relays and receivers: those that others recorded, where they are, and ours with their sources.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isOrgError } from '@org/core';
import { describe, expect, it } from 'vitest';
import type { SmtpStep } from '../scripted-smtp-server.ts';
import { createSmtpStage, message } from '../smtp-stage.ts';

const { start, client } = createSmtpStage();
const file = fileURLToPath(new URL('../../../../../shared/observed/smtp.json', import.meta.url));
const isThere = existsSync(file);

async function learn(step: SmtpStep, reply: string): Promise<string> {
  const server = await start({ acts: { [step]: reply.replace(/\r?\n/g, '\r\n') } });
  const sending = client(server).send(message);
  const error = await sending.then(
    () => 'accepted',
    (thrown: unknown) => thrown,
  );
  if (!isOrgError(error)) throw error;
  expect(error.outcome).toBe('not-sent');
  return `${error.code}${error.retryable ? ', later' : ''}`;
}

const ses = 'amazon-ses-developer-guide, SMTP issues, 2022';
const rfc = 'RFC 5321, section 4.2, 2008';

describe('E4: what mail servers reply', () => {
  it.each<[SmtpStep, string, string, source: string]>([
    ['connect', '421 Too many concurrent SMTP connections', 'server, later', ses],
    ['connect', '554 5.7.1 Service refused: your address is listed', 'permission', rfc],
    ['connect', '450 4.3.2 Later', 'server, later', rfc],
    ['AUTH', '535 Authentication Credentials Invalid', 'authentication', ses],
    ['AUTH', '454 Temporary authentication failure', 'server, later', ses],
    [
      'AUTH',
      '454 4.7.0 Too many login attempts, please try again later.',
      'rate-limit, later',
      'a Gmail log, 2023',
    ],
    [
      'AUTH',
      '534 5.7.9 Application-specific password required',
      'authentication',
      'RFC 4954, section 6, 2007',
    ],
    ['MAIL', '530 Authentication required', 'authentication', ses],
    [
      'MAIL',
      '421 4.7.0 [TSS04] Messages temporarily deferred',
      'server, later',
      'a Yahoo log, fixtures of Symfony, 2026',
    ],
    [
      'MAIL',
      '451 4.7.652 The mail server has exceeded the maximum number of connections.',
      'rate-limit, later',
      'Mailgun documentation, 2026',
    ],
    ['MAIL', '550 5.7.1 Sender is not allowed', 'sender-not-verified', rfc],
    ['MAIL', '552 5.3.4 Too large', 'payload-too-large', rfc],
    [
      'RCPT',
      '550 5.1.1 The account does not exist.',
      'recipient-rejected',
      'a Gmail log, fixtures of Symfony, 2026',
    ],
    [
      'RCPT',
      '452 4.2.2 The account is over quota.',
      'recipient-rejected, later',
      'a Gmail log, fixtures of Symfony, 2026',
    ],
    ['RCPT', '550 5.1.1 RESOLVER.ADR.RecipNotFound; not found', 'recipient-rejected', 'Anymail, 2025'],
    ['RCPT', '450 Too many recipient attempts', 'rate-limit, later', 'a listmonk issue, 2023'],
    ['RCPT', '451 4.7.1 Greylisted', 'recipient-rejected, later', rfc],
    ['final', '451 Temporary service failure', 'server, later', ses],
    ['final', '454 Throttling failure: Maximum sending rate exceeded', 'rate-limit, later', ses],
    ['final', '454 Throttling failure: Daily message quota exceeded', 'quota-exceeded', ses],
    ['final', '552 Message is too long.', 'payload-too-large', ses],
    [
      'final',
      '554 Message rejected: Email address is not verified. It failed the check',
      'sender-not-verified',
      ses,
    ],
    ['final', '554 Access denied: User is not authorized to perform ses:SendRawEmail', 'permission', ses],
    ['final', "451 You've exceeded your messaging limits", 'quota-exceeded', 'a SendGrid log, 2022'],
    [
      'final',
      '550 The from address does not match a verified Sender Identity.',
      'sender-not-verified',
      'a SendGrid log, 2020',
    ],
    [
      'final',
      '421 Domain mail.example is not allowed to send: recipient limit exceeded',
      'quota-exceeded',
      'a Mailgun log, 2025',
    ],
    ['final', '502 5.7.0 Your SMTP account is not yet activated', 'account-suspended', 'a Brevo log, 2026'],
    [
      'final',
      '450 The from.email domain must be verified in your account to send emails. #MS42207',
      'sender-not-verified',
      'a MailerSend log, 2025',
    ],
    ['final', '550 send spam mail rejected: exceeded hour limit', 'quota-exceeded', 'a gophish issue, 2024'],
    ['final', '554 5.6.0 Spam', 'message-rejected', rfc],
    // Of the account in words, but the code says that it passes, or no account is known yet.
    [
      'MAIL',
      '450 4.1.7 Sender address rejected: unverified address: Address verification in progress',
      'server, later',
      'Postfix ADDRESS_VERIFICATION_README, 2026',
    ],
    [
      'final',
      '451 4.7.1 The sender is not verified yet, try again later',
      'server, later',
      'RFC 3463, section 2, 2003',
    ],
    ['connect', '554 5.7.1 Client host rejected: its name is not verified', 'permission', rfc],
    [
      'final',
      '450 The domain of the recipient must be one of the verified ones. #MS42212',
      'bad-request',
      'code: a MailerSend API log, 2026; as 450: by analogy to #MS42207',
    ],
    [
      'final',
      '450 The trial domain has reached its quota of mails. #MS42222',
      'quota-exceeded',
      'code: a MailerSend API log, 2026; as 450: by analogy to #MS42207',
    ],
    [
      'final',
      '554 Your account is on probation, at 100 messages / hour. Account will be enabled in 341 seconds',
      'rate-limit, later',
      'a Mailgun log, 2019-10-11',
    ],
  ])('%s "%s": %s', async (step, reply, expected) => {
    expect(await learn(step, reply)).toBe(expected);
  });

  it('a wait that the service says is in the error', async () => {
    const sendTo = async (reply: string) => {
      const server = await start({ acts: { final: reply } });
      return client(server).send(message);
    };
    await expect(sendTo('554 On probation. Account will be enabled in 341 seconds')).rejects.toMatchObject({
      retryAfterMs: 341_000,
      message: expect.stringMatching(/Retry after 341 s/),
    });
    await expect(
      sendTo('421 recipient limit exceeded, try again after Sun, 05 Oct 2025 19:22:44 UTC'),
    ).rejects.toMatchObject({ code: 'quota-exceeded', resetAt: new Date('2025-10-05T19:22:44Z') });
  });

  interface Observed {
    readonly id: string;
    readonly request: { readonly path: string };
    readonly body: string;
    readonly means: { readonly class: string };
  }
  const steps: Readonly<Record<string, SmtpStep>> = { 'MAIL FROM': 'MAIL', 'RCPT TO': 'RCPT', DATA: 'final' };
  const codesOf: Readonly<Record<string, readonly string[]>> = {
    unavailable: ['server'],
    'rate-limit': ['rate-limit', 'quota-exceeded', 'server'], // a 421 has no words that say which
    permission: ['permission', 'account-suspended'],
  };
  /** Labels that do not hold, and why. */
  const argued: Readonly<Record<string, readonly [code: string, reason: string]>> = {
    'smtp-an-postfix-450-sender': ['recipient-rejected', 'the reply to a recipient: other mails go on'],
  };

  it.skipIf(!isThere)(
    `as others recorded it${isThere ? '' : ' (the recordings are not there)'}`,
    async () => {
      const { answers } = JSON.parse(readFileSync(file, 'utf8')) as { answers: readonly Observed[] };
      const wrong: unknown[] = [];
      for (const { id, request, body, means } of answers) {
        const step = steps[request.path] ?? (request.path as SmtpStep);
        const [code = ''] = (await learn(step, body)).split(',');
        const wanted =
          argued[id] === undefined ? [means.class, ...(codesOf[means.class] ?? [])] : [argued[id][0]];
        if (!wanted.includes(code)) wrong.push([id, body, means.class, code]);
      }
      expect(wrong).toEqual([]);
    },
  );
});
