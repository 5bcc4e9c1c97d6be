import {
  BadRequestError,
  type Failure,
  PermissionError,
  QuotaExceededError,
  RateLimitError,
} from '@org/core';
import { AccountSuspendedError, SenderNotVerifiedError } from '../../driver.ts';

/** A refusal of the account, which a relay says in words only, with any status. */
export type AccountRefusal = Pick<
  Failure,
  'type' | 'message' | 'throttled' | 'replay' | 'retryAfterMs' | 'extra'
>;

const refusal = (type: Failure['type'], message: string): AccountRefusal => ({
  type,
  message,
  throttled: false,
  replay: 'never',
});

const usedUp = 'A sending limit of the account is reached.';

/** Seen at Amazon SES, SendGrid, MailerSend, SMTP2GO, Brevo and Mailgun. */
const words: readonly (readonly [RegExp, AccountRefusal])[] = [
  [
    /\b(?:not|must be|a) verified\b|\bunverified\b|\bverify the (?:sender )?domain\b/i,
    refusal(SenderNotVerifiedError, "Verify the sender's address or domain with the service."),
  ],
  [
    /\baccount is (?:not yet activated|suspended|disabled)\b|\baccount is on probation\b/i,
    refusal(AccountSuspendedError, 'The account of the service may not send.'),
  ],
  [
    /\bAccess denied: User\b/i,
    refusal(PermissionError, 'The user of the relay may not send this: see its permissions.'),
  ],
  [
    /\b(?:free accounts|sandbox subdomains) are for test\b|#MS42225\b/i,
    refusal(PermissionError, 'A trial of the service may send to authorized recipients only.'),
  ],
  [
    /\bdaily message quota\b|\bmessaging limits\b|\b(?:hour|recipient|request|bytes) limit\b/i,
    refusal(QuotaExceededError, usedUp),
  ],
  // The codes of MailerSend's API: its relay answers a failed validation with 450.
  [/#MS42(?:204|222|901)\b/, refusal(QuotaExceededError, usedUp)],
  [/#MS422\d\d\b/, refusal(BadRequestError, 'The service refused the mail as invalid.')],
];

/**
 * The refusal of the account in these words of a server, if they are one. A server whose enhanced code is of
 * class 4 says itself that the refusal passes (RFC 3463, section 2).
 */
export function accountRefusal(reply: string, enhanced = ''): AccountRefusal | undefined {
  if (enhanced.startsWith('4.')) return undefined;
  const [, seconds] = /\baccount will be enabled in (\d{1,6}) seconds\b/i.exec(reply) ?? [];
  if (seconds !== undefined) return limitedFor(Number(seconds) * 1_000);
  const known = words.find(([pattern]) => pattern.test(reply))?.[1];
  const resetAt = new Date(/\btry again after (\w{3}, [\w :]{1,30} (?:UTC|GMT))\b/i.exec(reply)?.[1] ?? '');
  const isDated = known?.type === QuotaExceededError && !Number.isNaN(resetAt.getTime());
  return isDated ? { ...known, extra: { resetAt } } : known;
}

function limitedFor(retryAfterMs: number): AccountRefusal {
  const message = 'The service limits how much this account may send.';
  return { type: RateLimitError, message, throttled: true, replay: 'always', retryAfterMs };
}
