import {
  AuthenticationError,
  BadRequestError,
  type Failure,
  PayloadTooLargeError,
  PermissionError,
  QuotaExceededError,
  RateLimitError,
  ServerError,
} from '@org/core';
import {
  AccountSuspendedError,
  MessageRejectedError,
  oneLine,
  RecipientRejectedError,
  SenderNotVerifiedError,
} from '../../driver.ts';
import type { SmtpPhase, SmtpProgress } from './phase.ts';
import { reasonOf } from './reject-reason.ts';
import { type Meaning, meaningOf, type Step } from './reply-register.ts';
import { describeRefusal } from './sign-in/sign-in-guard.ts';

/** A reply of the server with a code of 400 or more. */
export interface SmtpRefusal {
  readonly status: number;
  readonly response: string;
  /** The command that it answers: `MAIL FROM`. */
  readonly command: string | undefined;
}

type Effect = readonly [type: Failure['type'], message: string, throttled?: 'throttled'];

// `throttled` concerns all mails of this client: all of them wait.
const busy: Effect = [ServerError, 'The server accepts no mail now.', 'throttled'];
const limited: Effect = [
  RateLimitError,
  'The server limits how much mail it takes at the moment.',
  'throttled',
];
const usedUp: Effect = [QuotaExceededError, 'A sending limit of the account is reached.'];
const laterSender: Effect = [SenderNotVerifiedError, 'The server does not take mail from this sender now.'];

/** What each meaning does: for good, and when the server says that the refusal passes. */
const effects: Readonly<Record<Meaning, readonly [lasting: Effect, passing: Effect]>> = {
  recipient: [
    [RecipientRejectedError, 'The server refused the recipient.'],
    [RecipientRejectedError, 'The server accepts no mail for this recipient now.'],
  ],
  content: [
    [MessageRejectedError, 'The server refused the message.'],
    [ServerError, 'The server cannot accept this message now.'],
  ],
  size: [
    [PayloadTooLargeError, 'The message is too large for the server.'],
    [ServerError, 'The server cannot accept this message now.'],
  ],
  invalid: [[BadRequestError, 'The server refused a command or the mail as invalid.'], busy],
  sender: [[SenderNotVerifiedError, 'The server accepts no mail from this sender.'], laterSender],
  unverified: [
    [SenderNotVerifiedError, "Verify the sender's address or domain with the service."],
    laterSender,
  ],
  quota: [usedUp, limited],
  rate: [usedUp, limited],
  suspended: [[AccountSuspendedError, 'The account of the service may not send.'], busy],
  access: [[PermissionError, 'The account may not send this: see its permissions, or its trial.'], busy],
  client: [
    [
      PermissionError,
      'The server takes no mail from this client: it may want a sign-in (`user`, `password`), or ' +
        'refuse the IP address or the name (`clientName`).',
    ],
    busy,
  ],
  'sign-in': [[AuthenticationError, ''], busy],
  service: [busy, busy],
};

/** Of the account: with 4yz and no enhanced code they last, because relays say them with any status. */
const ofAccount: ReadonlySet<Meaning> = new Set<Meaning>([
  'quota',
  'suspended',
  'access',
  'unverified',
  'invalid',
]);

/** The meaning of a refusal. The message was not accepted. */
export function classifyReply({ status, response, command }: SmtpRefusal, progress: SmtpProgress): Failure {
  const [, enhanced] = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(response) ?? [];
  const said = oneLine(response.replace(/^\d{3}(?:[ -](?:[245]\.\d{1,3}\.\d{1,3}\b)?)?/gm, ''));
  const isAnonymous = progress.offersSignIn === true && progress.user === undefined;
  const step = stepOf(command, progress.phase);
  const known = meaningOf({ status, detail: enhanced?.slice(2), said, step, isAnonymous });
  const means = status === 421 && !ofAccount.has(known) ? 'service' : known;
  const passes =
    status < 500 && means !== 'sign-in' && (!ofAccount.has(means) || enhanced?.startsWith('4.') === true);
  const [type, message, throttled] = effects[means][passes ? 1 : 0];
  const isRejection = type === RecipientRejectedError || type === MessageRejectedError;
  return {
    type,
    message: means === 'sign-in' ? describeRefusal(status, said, progress) : message,
    throttled: throttled !== undefined,
    replay: passes ? 'always' : 'never',
    ...(isRejection ? { extra: { reason: reasonOf(status, enhanced, said) } } : {}),
    ...statedTime(type, said),
    ...serverWords(response),
    outcome: 'not-sent',
    status,
    providerCode: enhanced ?? String(status),
  };
}

/** The server's words, whole: core removes the password before it cuts them. */
export function serverWords(response: string): Pick<Failure, 'words' | 'redact'> {
  return { words: response, redact: oneLine };
}

const commands: Readonly<Record<string, Step>> = {
  'MAIL FROM': 'sender',
  'RCPT TO': 'recipient',
  DATA: 'message',
};
const phases: Readonly<Record<SmtpPhase, Step>> = {
  connect: 'session',
  greeting: 'session',
  auth: 'auth',
  envelope: 'sender',
  data: 'message',
  final: 'message',
};

function stepOf(command: string | undefined, phase: SmtpPhase): Step {
  if (command?.startsWith('AUTH')) return 'auth';
  return commands[command ?? ''] ?? phases[phase];
}

/** Mailgun says when a limit ends, for a domain on probation even with 554. */
function statedTime(type: Failure['type'], said: string): Partial<Failure> {
  const [, seconds] = /\baccount will be enabled in (\d{1,6}) seconds\b/i.exec(said) ?? [];
  if (seconds !== undefined) {
    const [limit, message] = limited;
    return { type: limit, message, throttled: true, replay: 'always', retryAfterMs: Number(seconds) * 1_000 };
  }
  const resetAt = new Date(/\btry again after (\w{3}, [\w :]{1,30} (?:UTC|GMT))\b/i.exec(said)?.[1] ?? '');
  return type === QuotaExceededError && !Number.isNaN(resetAt.getTime()) ? { extra: { resetAt } } : {};
}
