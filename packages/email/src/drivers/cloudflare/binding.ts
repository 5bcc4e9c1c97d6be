import { type Failure, ServerError } from '@org/core';
import type { TaskContext, TaskResult } from '@org/core/driver';
import {
  allAccepted,
  lookUp,
  ownValue,
  type PreparedMessage,
  redactAddresses,
  type SendReceipt,
} from '../../driver.ts';
import { emailFailureKinds } from '../../tables/index.ts';
import { encodeMail, type WireNames } from './encode.ts';
import { bindingKinds } from './errors.ts';

/** A binding `send_email` of a Worker, as far as the driver uses it. @public */
export interface CloudflareBinding {
  /** Sends a message; its result has the message's id. */
  send(message: never): Promise<{ readonly messageId?: string | undefined }>;
}

const names: WireNames = {
  address: 'email',
  replyTo: 'replyTo',
  contentId: 'contentId',
  content: ({ content }) => content.slice().buffer,
};

/** One attempt. */
export async function sendThrough(
  binding: CloudflareBinding,
  message: PreparedMessage,
  context: TaskContext,
): Promise<TaskResult<SendReceipt>> {
  const wire = encodeMail(message, names) as never;
  context.enter({ waitingFor: 'the binding', outcome: 'unknown' });
  try {
    const id = ownValue(await untilAborted(binding.send(wire), context.signal), 'messageId');
    return { value: allAccepted(message, typeof id === 'string' ? id : undefined) };
  } catch (thrown) {
    context.signal.throwIfAborted();
    return { failure: failureOf(thrown) };
  }
}

/** A binding takes no signal. */
function untilAborted<Value>(sending: Promise<Value>, signal: AbortSignal): Promise<Value> {
  sending.catch(() => {});
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    sending.then(resolve, reject);
  });
}

/** Codes that the documentation names were not sent; anything else is in doubt. */
function failureOf(thrown: unknown): Failure {
  const { code, message } = Object(thrown) as { readonly code?: unknown; readonly message?: unknown };
  const providerCode = typeof code === 'string' ? code : undefined;
  const kind = lookUp(bindingKinds, providerCode);
  const words = typeof message === 'string' ? message : undefined;
  const common = {
    providerCode,
    words,
    redact: redactAddresses,
    outcome: 'unknown',
    replay: 'never',
  } as const;
  if (kind !== undefined) return { ...common, ...emailFailureKinds[kind] };
  const text = 'The binding failed; whether it acted is not known.';
  return { ...common, type: ServerError, message: text };
}
