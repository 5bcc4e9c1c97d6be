import {
  AuthenticationError,
  BadRequestError,
  type Failure,
  PayloadTooLargeError,
  PermissionError,
  RateLimitError,
  ServerError,
} from '@org/core';
import type { FailureType } from '@org/core/driver';
import {
  MessageRejectedError,
  oneLine,
  RecipientRejectedError,
  SenderNotVerifiedError,
} from '../../driver.ts';
import { accountRefusal } from './account-words.ts';
import type { SmtpPhase, SmtpProgress } from './phase.ts';
import { reasonOf } from './reject-reason.ts';
import { describeRefusal } from './sign-in/sign-in-guard.ts';

/** A reply of the server with a code of 400 or more. */
export interface SmtpRefusal {
  readonly status: number;
  readonly response: string;
  /** The command that it answers, in nodemailer's spelling. */
  readonly command: string | undefined;
}

/** The step that the reply answers; it decides which mails are concerned. */
type Step = 'session' | 'auth' | 'sender' | 'recipient' | 'message';

interface Verdict {
  readonly type: FailureType;
  readonly message: string;
  /** The reply concerns all mails of this client: all of them wait. */
  readonly throttled?: boolean;
}

/** The meaning of a refusal (RFC 5321, section 4.2; RFC 4954, section 6). The message was not accepted. */
export function classifyReply({ status, response, command }: SmtpRefusal, progress: SmtpProgress): Failure {
  const { phase } = progress;
  const enhanced = readEnhancedCode(response);
  const words = oneLine(response);
  const step = stepOf(command, phase);
  // A reply to one recipient is about that mailbox. Before the sign-in there is no account.
  const isOfMail = step === 'sender' || step === 'message';
  const ofAccount = isOfMail ? accountRefusal(words, enhanced) : undefined;
  const verdict =
    ofAccount ??
    (status < 500
      ? judgeTransient(step, status, enhanced, words)
      : judgePermanent(step, status, enhanced, describeRefusal(status, words, progress)));
  const isRejection = verdict.type === RecipientRejectedError || verdict.type === MessageRejectedError;
  return {
    ...verdict,
    ...(isRejection ? { extra: { reason: reasonOf(status, enhanced, words) } } : {}),
    ...serverWords(response),
    outcome: 'not-sent',
    // 432 asks for a changed password (RFC 4954, section 4.7.12): the next attempt has the same one.
    replay: ofAccount?.replay ?? (status >= 500 || verdict.type === AuthenticationError ? 'never' : 'always'),
    status,
    providerCode: enhanced ?? String(status),
  };
}

/** The server's words, whole: core removes the password before it cuts them. */
export function serverWords(response: string): Pick<Failure, 'words' | 'redact'> {
  return { words: response, redact: oneLine };
}

/** The `5.1.1` in `550 5.1.1 no such user` (RFC 3463). */
function readEnhancedCode(response: string): string | undefined {
  return /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
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

function judgeTransient(step: Step, status: number, enhanced = '', words: string): Verdict {
  if (status === 421)
    return { type: ServerError, message: 'The server is about to close the connection.', throttled: true };
  if (mentionsRate(step, enhanced, words))
    return {
      type: RateLimitError,
      message: 'The server limits how much mail this client may send at the moment.',
      throttled: true,
    };
  if (step === 'auth' && status === 432)
    return { type: AuthenticationError, message: 'The server asks to change the password first.' };
  if (step === 'auth')
    return { type: ServerError, message: 'The server cannot check the password now.', throttled: true };
  // Greylisting, a full or busy mailbox: other mails go on (RFC 5321, section 4.2.3).
  if (step === 'recipient')
    return { type: RecipientRejectedError, message: 'The server accepts no mail for this recipient now.' };
  if (step === 'message') return { type: ServerError, message: 'The server cannot accept this message now.' };
  return { type: ServerError, message: 'The server accepts no mail now.', throttled: true };
}

// X.1 is an address, X.2 a mailbox, X.5.3 the number of recipients of one message (RFC 3463, section 3).
const recipientCode = /^4\.(?:1\.\d+|2\.\d+|5\.3)$/;
const rateWords = [
  /\btoo (?:many(?! recipients\W*$)|much|fast)\b/im,
  /\brates?\b|\bthrottl|\bslow(?:er| down)\b|\bconcurrent\b|\bquota\b|\bnumber of connections\b/i,
  /\bper (?:second|minute|hour|day)\b|\b(?:sending|messages?|connections?) limit/i,
];
const mailboxWords = /\b(?:mailbox|inbox|storage|disk|gr[ae]ylist)/i;

function mentionsRate(step: Step, enhanced: string, words: string): boolean {
  if (step === 'recipient' && recipientCode.test(enhanced)) return false;
  return rateWords.some((pattern) => pattern.test(words)) && !mailboxWords.test(words);
}

function judgePermanent(step: Step, status: number, enhanced = '', signIn: string): Verdict {
  if (step === 'auth' || [530, 534, 535, 538].includes(status))
    return { type: AuthenticationError, message: signIn };
  if (step === 'session') return { type: PermissionError, message: 'The server refuses this client.' };
  const isSize = enhanced === '5.3.4' || enhanced === '5.2.3';
  if (enhanced === '5.2.2' || (status === 552 && step === 'recipient' && !isSize))
    return { type: RecipientRejectedError, message: "The recipient's mailbox is full." };
  if (status === 552 || isSize)
    return { type: PayloadTooLargeError, message: 'The message is too large for the server.' };
  if (step === 'message') return { type: MessageRejectedError, message: 'The server refused the message.' };
  if ([500, 502, 503, 504, 555].includes(status))
    return { type: BadRequestError, message: 'The server did not understand a command.' };
  if (step === 'sender')
    return { type: SenderNotVerifiedError, message: 'The server accepts no mail from this sender.' };
  return { type: RecipientRejectedError, message: 'The server refused the recipient.' };
}
