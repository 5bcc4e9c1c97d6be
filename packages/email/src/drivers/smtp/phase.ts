import type { TaskStep } from '@org/core/driver';
import type { SignInKind } from './sign-in/mechanisms.ts';

/**
 * The progress of an attempt. Before the end of `data` the server has no message: it must forget one
 * without an end. In `final` the end may have arrived, and only the reply is proof (RFC 5321, section
 * 4.1.1.4; RFC 1047).
 */
export type SmtpPhase = 'connect' | 'greeting' | 'auth' | 'envelope' | 'data' | 'final';

const names: Record<SmtpPhase, string> = {
  connect: 'connecting',
  greeting: 'waiting for the greeting and TLS',
  auth: 'signing in',
  envelope: 'naming sender and recipients',
  data: 'handing over the message',
  final: 'waiting for it to accept the message',
};

/** The phase of one attempt, and what its errors name. */
export interface SmtpProgress {
  readonly phase: SmtpPhase;
  /** Made for this message; finds it in the server's log. */
  readonly messageId?: string | undefined;
  /** `host:port`, for messages. */
  readonly server?: string | undefined;
  /** The user who signs in, and with what. */
  readonly user?: string | undefined;
  readonly signIn?: SignInKind | undefined;
  /** The server offers AUTH. */
  readonly offersSignIn?: boolean | undefined;
  /** The server accepted the mail for some recipients already. */
  readonly isPartlyAccepted?: boolean | undefined;
}

export function describePhase({ phase, messageId }: SmtpProgress): string {
  const id = phase === 'final' && messageId !== undefined ? ` ${messageId}` : '';
  return `${names[phase]}${id}`;
}

/** The meaning of an interruption in this phase, for the pipeline's time limits. */
export function stepOf(progress: SmtpProgress): TaskStep {
  return { waitingFor: `the mail server while ${describePhase(progress)}`, ...effectOf(progress) };
}

/** Without a reply: the outcome, and the id to search for when it is unknown. */
export function effectOf(progress: SmtpProgress): Pick<TaskStep, 'outcome' | 'details'> {
  const { phase, messageId, isPartlyAccepted = false } = progress;
  return phase === 'final' || isPartlyAccepted
    ? { outcome: 'unknown', details: { messageId } }
    : { outcome: 'not-sent' };
}
