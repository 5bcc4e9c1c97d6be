// The restrictions of a real Postfix, which answers all of them at RCPT (smtpd_delay_reject, its default).
import { isOrgError } from '@org/core';
import { createEmailClient } from '@org/email';
import { smtp } from '@org/email/smtp';
import { describe, expect, it } from 'vitest';
import { findMailServer, startMailServer } from './mail-servers.ts';

const message = { from: 'ann@acme.dev', subject: 'Hi', text: 'Hi' };
const list = ['bob@example.com', 'cat@example.org', 'dan@example.net'];
const elsewhere = { mynetworks: '192.0.2.0/24', smtpd_recipient_restrictions: 'permit' };

type Row = readonly [
  what: string,
  settings: Readonly<Record<string, string>>,
  expected: string,
  words: RegExp,
];

/** https://www.postfix.org/SMTPD_ACCESS_README.html, https://www.postfix.org/postconf.5.html */
const rows: readonly Row[] = [
  [
    'reject_unauth_destination',
    { ...elsewhere, smtpd_relay_restrictions: 'permit_mynetworks, reject_unauth_destination' },
    'permission',
    /554 5\.7\.1 .*Relay access denied/,
  ],
  [
    'defer_unauth_destination',
    { ...elsewhere, smtpd_relay_restrictions: 'permit_mynetworks, defer_unauth_destination' },
    'server, later',
    /454 4\.7\.1 .*Relay access denied/,
  ],
  [
    'a refused sender',
    { smtpd_sender_restrictions: 'check_sender_access inline:{{ann@acme.dev=REJECT}}' },
    'sender-not-verified',
    /554 5\.7\.1 .*Sender address rejected: Access denied/,
  ],
  [
    'a deferred sender',
    { smtpd_sender_restrictions: 'check_sender_access inline:{{ann@acme.dev=DEFER}}' },
    'sender-not-verified, later',
    /450 4\.7\.1 .*Sender address rejected: Access denied/,
  ],
  [
    'a refused client',
    { smtpd_client_restrictions: 'reject' },
    'permission',
    /554 5\.7\.1 .*Client host rejected: Access denied/,
  ],
  [
    'a refused name',
    { smtpd_helo_restrictions: 'check_helo_access inline:{{box.acme.dev=REJECT}}' },
    'permission',
    /554 5\.7\.1 .*Helo command rejected: Access denied/,
  ],
  // The words are those of one refused mailbox, and this server offers no sign-in.
  [
    'reject, the last restriction',
    { ...elsewhere, smtpd_relay_restrictions: 'permit_mynetworks, reject' },
    'recipient-rejected',
    /554 5\.7\.1 .*Recipient address rejected: Access denied/,
  ],
  [
    'refused recipients',
    { smtpd_recipient_restrictions: 'check_recipient_access static:{550 5.1.1 No such user}' },
    'recipient-rejected',
    /550 5\.1\.1 .*Recipient address rejected: No such user/,
  ],
];

const isHere = findMailServer('postfix') !== undefined;

describe.skipIf(!isHere)('Postfix refuses at RCPT', () => {
  it.each(rows)('E4: %s', async (_, settings, expected, words) => {
    // Nothing listens there: nothing is accepted.
    const server = await startMailServer('postfix', 9, settings);
    const driver = smtp({ host: '127.0.0.1', port: server.port, clientName: 'box.acme.dev' });
    const email = createEmailClient({ driver, retry: false, limiter: false });
    try {
      for (const to of [list[0] ?? '', list]) {
        const sending = email.send({ ...message, to, recipientVisibility: 'shared' });
        const error: unknown = await sending.catch((thrown: unknown) => thrown);
        if (!isOrgError(error)) throw error;
        expect(error.message).toMatch(words);
        expect(`${error.code}${error.retryable ? ', later' : ''}`).toBe(expected);
        expect(error.outcome).toBe('not-sent');
      }
    } finally {
      await email.close();
      await server.close();
    }
  });
});
