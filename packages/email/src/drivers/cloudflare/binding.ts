import { type TaskContext, type TaskResult, textAt } from '@org/core/driver';
import { untilAborted } from '@org/core/parts';
import { allAccepted, type PreparedMessage, type SendReceipt } from '../../driver.ts';
import { failureOfThrown } from '../../tables/index.ts';
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
  content: (content) => content.slice().buffer,
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
    // A binding takes no signal.
    const sent = await untilAborted(binding.send(wire), context.signal);
    return { value: allAccepted(message, textAt(sent, 'messageId')) };
  } catch (thrown) {
    context.signal.throwIfAborted();
    // Codes that the documentation names were not sent.
    return { failure: failureOfThrown(thrown, bindingKinds) };
  }
}
