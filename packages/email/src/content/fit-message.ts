import type { EmailCapabilities } from '../model/capabilities.ts';
import { type FittedMessage, fitFields } from '../model/fit/fit-fields.ts';
import { findUnusedKey, type LossyMapping, type OnLossy } from '../model/fit/lossy.ts';
import type { MessageDraft } from '../model/message/read-message.ts';
import type { PreparedMessage } from '../model/message.ts';
import type { SendOptions } from '../send-options.ts';
import type { ContentSettings, loadDraft } from './load-content.ts';
import type { SenderParts } from './sender-parts.ts';

/** Reads late content. It is given, so that a light program without that part does not contain it. */
export type LoadDraft = typeof loadDraft;

export type FitParts = ContentSettings & Pick<SenderParts, 'onLossy' | 'makesText' | 'deadlineMs'>;

/**
 * Reads what a message does not contain yet, and fits it to the service.
 *
 * @throws OrgError with the outcome `not-sent`
 */
export async function fitMessage(
  parts: FitParts,
  read: MessageDraft,
  { onLossy = parts.onLossy, idempotencyKey, signal, deadlineMs = parts.deadlineMs }: SendOptions,
  load: LoadDraft,
): Promise<FittedMessage & { readonly onLossy: OnLossy }> {
  const { provider, fits, runtime } = parts;
  const draft = parts.makesText ? withMadeText(read) : read;
  const { message, given, isTextMade } =
    draft.isLate || draft.isTextMade ? await load(parts, draft, { signal, deadlineMs }) : draft;
  const can = isTextMade ? withTextOf(fits.allow, fits[onLossy]) : fits[onLossy];
  const fitted = fitFields(message as PreparedMessage, given, can, { provider, onLossy, now: runtime.now });
  if (idempotencyKey === undefined && fitted.lossy.length === 0) return { ...fitted, onLossy };
  const lossy = [...fitted.lossy, ...findUnusedKey(idempotencyKey, can)];
  if (onLossy === 'warn') warn(lossy, provider);
  return { message: fitted.message, lossy, onLossy };
}

/** Nothing is lost where one service of several makes the same text itself. */
function withTextOf({ message: { text } }: EmailCapabilities, own: EmailCapabilities): EmailCapabilities {
  return { ...own, message: { ...own.message, text } };
}

/** A stored template has its own text. */
function withMadeText(draft: MessageDraft): MessageDraft {
  const { template, text } = draft.message;
  return (template ?? text) === undefined ? { ...draft, isTextMade: true } : draft;
}

export function warn(losses: readonly LossyMapping[], provider: string): void {
  for (const { field, action, detail } of losses)
    console.warn(`@org/email: ${provider} cannot carry \`${field}\`, which was ${action}: ${detail}.`);
}
