import {
  isOrgError,
  type Runtime,
  type TaskContext,
  type TaskOperation,
  type TaskResult,
  UnsupportedError,
} from '@org/core';
import { RecipientRejectedError } from '../../model/errors.ts';
import type { PreparedMessage } from '../../model/message.ts';
import type { SendReceipt } from '../../model/send-result.ts';
import type { SmtpEnvelope, SmtpLink } from './connection.ts';
import { mapSmtpReceipt } from './decode.ts';
import { convertToMime, convertToSmtpEnvelope, messageIdOf } from './encode.ts';
import { classifySmtpFailure, timeoutFailure } from './errors.ts';
import { loadNodemailer, type NodemailerSent, type SmtpReplyError } from './nodemailer.ts';
import type { SmtpPhase } from './phase.ts';
import type { SmtpPool } from './pool.ts';

interface Encoded {
  readonly requestId: string;
  readonly messageId: string;
  readonly bytes: Promise<Uint8Array>;
}

/** What a relay can do: take a message. One attempt each time; the pipeline repeats it where that is safe. */
export function createSmtpOperations(
  pool: SmtpPool,
  runtime: Runtime,
): { readonly send: TaskOperation<PreparedMessage, SendReceipt> } {
  // The same bytes for every attempt of a call: one Message-ID, one Date.
  const encoded = new WeakMap<PreparedMessage, Encoded>();
  const encodeOnce = async (
    message: PreparedMessage,
    { requestId, nowMs }: TaskContext,
  ): Promise<Encoded> => {
    const known = encoded.get(message);
    if (known?.requestId === requestId) return known;
    const identity = { requestId, at: new Date(nowMs) };
    const bytes = convertToMime(await loadNodemailer(), message, identity);
    const fresh = { requestId, messageId: messageIdOf(message, identity), bytes };
    encoded.set(message, fresh);
    return fresh;
  };

  return {
    send: {
      name: 'send',
      safety: 'unsafe', // SMTP has no key: a second try is a second mail
      run: (message, context) =>
        limited(runtime, context, async (signal, progress) => {
          const { messageId, bytes } = await encodeOnce(message, context);
          const mail = { envelope: convertToSmtpEnvelope(message), bytes: await bytes };
          const sent = await transmit(pool, mail, context, signal, progress);
          return mapSmtpReceipt(message, sent, messageId);
        }),
    },
  };
}

/** How far the attempt came. */
interface Progress {
  phase: SmtpPhase;
}

async function transmit(
  pool: SmtpPool,
  { envelope, bytes }: { readonly envelope: SmtpEnvelope; readonly bytes: Uint8Array },
  { credential }: TaskContext,
  signal: AbortSignal,
  progress: Progress,
): Promise<NodemailerSent> {
  const enter = (phase: SmtpPhase) => {
    progress.phase = phase;
  };
  const password = credential?.secret.reveal();
  const link = await pool.take({ nodemailer: await loadNodemailer(), password, signal, enter });
  const cut = () => link.destroy();
  signal.addEventListener('abort', cut, { once: true });
  try {
    signal.throwIfAborted();
    requireNameable(link, envelope);
    const sent = await link.transmit(envelope, bytes, enter);
    pool.giveBack(link);
    return sent;
  } catch (error) {
    link.destroy();
    throw error;
  } finally {
    signal.removeEventListener('abort', cut);
  }
}

// RFC 6531: a non-ASCII local part goes only to a server that knows it; it cannot be rewritten.
function requireNameable(link: SmtpLink, { from, to }: SmtpEnvelope): void {
  if (![from, ...to].some((address) => /\P{ASCII}/u.test(address)) || link.offers('SMTPUTF8')) return;
  throw new UnsupportedError({
    message:
      'This mail server takes no address with a non-ASCII part before the @: it does not offer SMTPUTF8.',
    provider: 'smtp',
    operation: 'send',
    outcome: 'not-sent',
  });
}

/**
 * Bounds the attempt itself, a moment before the pipeline would: only in here it is known how far the conversation came, and so whether the mail
 * may have been taken.
 */
async function limited<Value>(
  runtime: Runtime,
  { signal, timeoutMs }: TaskContext,
  run: (signal: AbortSignal, progress: Progress) => Promise<Value>,
): Promise<TaskResult<Value>> {
  const progress: Progress = { phase: 'connect' };
  const own = new AbortController();
  const timer = new AbortController();
  const follow = () => own.abort(signal.reason);
  signal.addEventListener('abort', follow, { once: true });
  const ownLimitMs = timeoutMs - Math.min(25, timeoutMs * 0.04);
  let phaseAtLimit: SmtpPhase | undefined;
  runtime.sleep(ownLimitMs, timer.signal).then(
    () => {
      phaseAtLimit = progress.phase;
      own.abort('time limit');
    },
    () => {},
  );
  try {
    signal.throwIfAborted();
    return { value: await run(own.signal, progress) };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (phaseAtLimit !== undefined) return { failure: timeoutFailure(phaseAtLimit, timeoutMs) };
    if (isOrgError(error)) throw error;
    return toFailure(error, progress.phase);
  } finally {
    timer.abort('done');
    signal.removeEventListener('abort', follow);
  }
}

function toFailure(error: unknown, phase: SmtpPhase): TaskResult<never> {
  const failure = classifySmtpFailure(error, phase);
  const { responseCode } = error as SmtpReplyError;
  if (phase === 'auth') return { failure, credentialRefused: responseCode === 535 };
  // A refused mailbox says nothing about the server's health: circuit breakers must not count it.
  return failure.type === RecipientRejectedError ? { failure, rates: { failed: false } } : { failure };
}
