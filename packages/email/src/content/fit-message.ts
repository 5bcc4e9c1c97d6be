import { type FittedMessage, fitFields } from '../model/fit/fit-fields.ts';
import { findUnusedKey, type LossyMapping } from '../model/fit/lossy.ts';
import type { MessageDraft } from '../model/message/read-message.ts';
import type { PreparedMessage } from '../model/message.ts';
import type { SendOptions } from '../send-options.ts';
import { loadDraft } from './load-content.ts';
import type { SenderParts } from './sender-parts.ts';

/**
 * Reads what a message does not contain yet, and fits it to the service.
 *
 * @throws OrgError with the outcome `not-sent`
 */
export async function fitMessage(
  parts: SenderParts,
  draft: MessageDraft,
  { onLossy = parts.onLossy, idempotencyKey, signal, deadlineMs = parts.deadlineMs }: SendOptions,
): Promise<FittedMessage> {
  const { provider, capabilities, runtime } = parts;
  const { message, given } =
    draft.isLate || draft.isTextMade ? await loadDraft(parts, draft, { signal, deadlineMs }) : draft;
  const { now } = runtime;
  const fitted = fitFields(message as PreparedMessage, given, capabilities, { provider, onLossy, now });
  if (idempotencyKey === undefined && fitted.lossy.length === 0) return fitted;
  const lossy = [...fitted.lossy, ...findUnusedKey(idempotencyKey, capabilities)];
  if (onLossy === 'warn') warn(lossy, provider);
  return { message: fitted.message, lossy };
}

function warn(losses: readonly LossyMapping[], provider: string): void {
  for (const { field, action, detail } of losses)
    console.warn(`@org/email: ${provider} cannot carry \`${field}\`, which was ${action}: ${detail}.`);
}
