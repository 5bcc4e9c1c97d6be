import { type MessageDraft, readMessage } from '../model/message/read-message.ts';
import type { EmailMessage } from '../model/message.ts';
import type { SendBatchOptions } from '../send-batch.ts';

/** A message as it was read, with its own key, or why it cannot be read. */
export type ReadItem =
  | { readonly draft: MessageDraft; readonly own: string | undefined }
  | { readonly thrown: unknown };

/** Reads one message of a batch, and makes its key. */
export function readItem(
  message: EmailMessage,
  place: number,
  { idempotencyKey, firstIndex = 0 }: SendBatchOptions,
): ReadItem {
  try {
    const own =
      typeof idempotencyKey === 'function' ? idempotencyKey(message, firstIndex + place) : undefined;
    return { draft: readMessage(message), own };
  } catch (thrown) {
    return { thrown };
  }
}
