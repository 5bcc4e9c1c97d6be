import { isOrgError, type Runtime } from '@org/core';
import type { TaskContext, TaskResult } from '@org/core/driver';
import {
  type PreparedMessage,
  RecipientRejectedError,
  type SendReceipt,
  type VerifiedConnection,
} from '../../driver.ts';
import type { SmtpLink } from './connection/link.ts';
import { createSmtpPool, type SmtpPool } from './connection/pool.ts';
import { watchSilence } from './connection/silence.ts';
import { mapSmtpReceipt } from './decode.ts';
import { classifySmtpFailure } from './errors.ts';
import { createComposer } from './message/compose.ts';
import type { SmtpMail } from './message/mail.ts';
import { type SmtpPhase, type SmtpProgress, stepOf } from './phase.ts';
import { requireAcceptable } from './requirements.ts';
import type { SmtpTools } from './settings/code.ts';
import type { SmtpSettings } from './settings/settings.ts';
import { isRefusedSignIn, refusedNote } from './sign-in/sign-in-guard.ts';
import { type SmtpDelivery, transmitInParts } from './transactions.ts';

/** Loaded with the first mail. */
export interface SmtpSender {
  /** One attempt; the pipeline repeats it where repeating is safe. */
  attempt(message: PreparedMessage, context: TaskContext): Promise<TaskResult<SendReceipt>>;
  /** Connects, signs in and quits. */
  verify(context: TaskContext): Promise<TaskResult<VerifiedConnection>>;
  close(): Promise<void>;
}

export function createSmtpSender(
  settings: SmtpSettings,
  runtime: Runtime,
  { createSigner, openTunnels }: SmtpTools,
): SmtpSender {
  const { dkim, proxy, relay } = settings;
  const pool = createSmtpPool(settings, runtime, proxy && openTunnels?.(proxy, runtime));
  const sign = dkim.length > 0 ? createSigner?.(dkim, runtime) : undefined;
  const compose = createComposer(settings, sign ?? (async (mail) => mail));

  /** Runs the work of one call; its failure names the phase that the work has entered. */
  const track = async <Value>(
    context: TaskContext,
    work: (state: { progress: SmtpProgress }, enter: DeliveryParts['enter']) => Promise<TaskResult<Value>>,
  ): Promise<TaskResult<Value>> => {
    const state = { progress: startOf(settings) };
    const enter = (phase: SmtpPhase, isPartlyAccepted = false) => {
      const { progress } = state;
      if (phase === progress.phase && isPartlyAccepted === progress.isPartlyAccepted) return;
      state.progress = { ...state.progress, phase, isPartlyAccepted };
      context.enter(stepOf(state.progress));
    };
    try {
      return await work(state, enter);
    } catch (error) {
      if (isOrgError(error)) throw error;
      return toFailure(error, state.progress);
    }
  };
  const take = (context: TaskContext, enter: (phase: SmtpPhase) => void) => {
    context.signal.throwIfAborted();
    const password = context.credential?.secret.reveal();
    return { password, signal: context.signal, enter };
  };

  return {
    attempt: (message, context) =>
      track(context, async (state, enter) => {
        const { identity, mail } = await compose(message, context);
        const { messageId } = identity;
        state.progress = { ...state.progress, messageId };
        const link = await pool.take(take(context, enter));
        state.progress = { ...state.progress, offersSignIn: link.extensions.has('AUTH') };
        const delivery = await deliver(link, mail, { pool, settings, runtime, enter, context });
        const progress = { ...state.progress, isPartlyAccepted: false };
        // The server may have refused one of several recipients because of a rate.
        const isThrottled = delivery.rejectedErrors.some(
          (each) => classifySmtpFailure(each, progress).throttled,
        );
        const rates = isThrottled ? { throttled: true } : undefined;
        return { value: mapSmtpReceipt(message, { delivery, progress, messageId, relay }), rates };
      }),
    verify: (context) =>
      track(context, async (_state, enter) => {
        const link = await pool.open(take(context, enter));
        const value = { extensions: [...link.extensions.keys()], isSecure: link.isSecure };
        await link.quit();
        return { value };
      }),
    close: () => pool.close(),
  };
}

function startOf({ host, port, user, signIn, proxy }: SmtpSettings): SmtpProgress {
  const relay = placeText({ host, port });
  const server = proxy === undefined ? relay : `${relay} through the proxy ${placeText(proxy.place)}`;
  return { phase: 'connect', server, user, signIn: signIn.kind };
}

function placeText({ host, port }: { readonly host: string; readonly port: number }): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

interface DeliveryParts {
  readonly pool: SmtpPool;
  readonly settings: SmtpSettings;
  readonly runtime: Runtime;
  readonly enter: (phase: SmtpPhase, isPartlyAccepted?: boolean) => void;
  readonly context: TaskContext;
}

async function deliver(link: SmtpLink, mail: SmtpMail, parts: DeliveryParts): Promise<SmtpDelivery> {
  const { pool, settings, runtime, enter, context } = parts;
  const { signal } = context;
  const silence = watchSilence(runtime, settings.timeouts);
  const cut = () => link.destroy();
  signal.addEventListener('abort', cut, { once: true });
  try {
    signal.throwIfAborted();
    requireAcceptable(link, mail, settings.relay?.maxMessageBytes);
    const sending = transmitInParts(link, mail, (phase, isPartlyAccepted) => {
      enter(phase, isPartlyAccepted);
      silence.enter(phase);
    });
    const delivery = await Promise.race([sending, silence.tooLong]);
    if (delivery.interruption === undefined || link.isReusable) pool.giveBack(link);
    else link.destroy();
    return delivery;
  } catch (error) {
    if (isOrgError(error) || link.isReusable) pool.giveBack(link);
    else link.destroy();
    throw error;
  } finally {
    silence.stop();
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
