import { isOrgError, type Runtime } from '@org/core';
import type { TaskContext, TaskResult } from '@org/core/driver';
import { RecipientRejectedError } from '../../model/errors.ts';
import type { PreparedMessage } from '../../model/message.ts';
import type { SendReceipt } from '../../model/send-result.ts';
import { mapSmtpReceipt } from './decode.ts';
import {
  convertToMime,
  convertToSmtpEnvelope,
  createIdentity,
  isInternational,
  type MessageIdentity,
} from './encode.ts';
import { classifySmtpFailure } from './errors.ts';
import type { SmtpMail } from './link.ts';
import type { NodemailerSent } from './nodemailer.ts';
import { type SmtpPhase, type SmtpProgress, stepOf } from './phase.ts';
import { createSmtpPool, type SmtpPool } from './pool.ts';
import { requireAcceptable } from './requirements.ts';
import type { SmtpSettings } from './settings.ts';
import { isRefusedSignIn, refusedNote } from './sign-in.ts';

/** Loaded with the first mail. */
export interface SmtpSender {
  /** One attempt; the pipeline repeats it where repeating is safe. */
  attempt(message: PreparedMessage, context: TaskContext): Promise<TaskResult<SendReceipt>>;
  close(): Promise<void>;
}

interface Encoded {
  readonly identity: MessageIdentity;
  readonly mail: SmtpMail;
}

export function createSmtpSender(settings: SmtpSettings, runtime: Runtime): SmtpSender {
  const { host, port, user } = settings;
  const server = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const pool = createSmtpPool(settings, runtime);
  // The same bytes for every attempt of a call: one Message-ID, one Date.
  const encoded = new WeakMap<PreparedMessage, Encoded>();
  const encodeOnce = async (message: PreparedMessage, context: TaskContext): Promise<Encoded> => {
    const known = encoded.get(message);
    if (known?.identity.requestId === context.requestId) return known;
    const identity = await createIdentity(message, context);
    const bytes = await convertToMime(message, identity);
    const envelope = convertToSmtpEnvelope(message);
    const fresh = { identity, mail: { envelope, isInternational: isInternational(message), bytes } };
    encoded.set(message, fresh);
    return fresh;
  };
  return {
    async attempt(message, context) {
      let progress: SmtpProgress = { phase: 'connect', server, user };
      const enter = (phase: SmtpPhase) => {
        progress = { ...progress, phase };
        context.enter(stepOf(progress));
      };
      try {
        const { identity, mail } = await encodeOnce(message, context);
        const { messageId } = identity;
        progress = { ...progress, messageId };
        const sent = await transmit(pool, mail, context, enter);
        const rates = limitsRate(sent, progress) ? { throttled: true } : undefined;
        return { value: mapSmtpReceipt(message, sent, progress, messageId), rates };
      } catch (error) {
        if (isOrgError(error)) throw error;
        return toFailure(error, progress);
      }
    },
    close: () => pool.close(),
  };
}

/** Did the server refuse one of several recipients because of a rate? */
function limitsRate({ rejectedErrors = [] }: NodemailerSent, progress: SmtpProgress): boolean {
  return rejectedErrors.some((refusal) => classifySmtpFailure(refusal, progress).throttled);
}

async function transmit(
  pool: SmtpPool,
  mail: SmtpMail,
  { credential, signal }: TaskContext,
  enter: (phase: SmtpPhase) => void,
): Promise<NodemailerSent> {
  signal.throwIfAborted();
  const password = credential?.secret.reveal();
  const link = await pool.take({ password, signal, enter });
  const cut = () => link.destroy();
  signal.addEventListener('abort', cut, { once: true });
  try {
    signal.throwIfAborted();
    requireAcceptable(link, mail);
    const sent = await link.transmit(mail, enter);
    pool.giveBack(link);
    return sent;
  } catch (error) {
    if (isOrgError(error) || link.isReusable) pool.giveBack(link);
    else link.destroy();
    throw error;
  } finally {
    signal.removeEventListener('abort', cut);
  }
}

function toFailure(error: unknown, progress: SmtpProgress): TaskResult<never> {
  const failure = classifySmtpFailure(error, progress);
  if (isRefusedSignIn(error)) {
    const message = `${failure.message} ${refusedNote}`;
    return { failure: { ...failure, message }, credentialRefused: error.responseCode === 535 };
  }
  // A refused mailbox says nothing about the server's health: circuit breakers must not count it.
  return failure.type === RecipientRejectedError ? { failure, rates: { failed: false } } : { failure };
}
