import { messageOptions, type PreparedMessage, readerOf, readVariables, textWithout } from '../../driver.ts';
import type { TemplateVariables } from '../../resources.ts';

/** Options of a message for Brevo only: `providerOptions: { brevo: { … } }`. @public */
export interface BrevoMessageOptions {
  /**
   * Values for `{{params.name}}` in subject, HTML and text of a message without a template. Without it,
   * braces in the HTML arrive as written, and a subject or text with `{{` or `{%` is refused.
   */
  readonly params?: TemplateVariables | undefined;
  /** The id of a sender of the account, which selects its IP addresses; replaces `from`. */
  readonly senderId?: number | undefined;
  /** The dedicated IP address to send from. */
  readonly senderIp?: string | undefined;
  /** A UUID (version 4) that groups scheduled messages; `messages.cancel` accepts it. */
  readonly batchId?: string | undefined;
}

/** Options of a list for Brevo only: `providerOptions: { brevo: { folderId } }`. @public */
export interface BrevoListOptions {
  /** The folder of the list: every list of Brevo is in one. Required for a new list. */
  readonly folderId?: number | undefined;
}

export const isUuid = (text: string): boolean =>
  /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(text);

export const readId = readerOf(
  (value): value is number => Number.isSafeInteger(value) && Number(value) > 0,
  'must be a whole number of at least 1',
);

const readers = {
  params: readVariables,
  senderId: readId,
  senderIp: textWithout((text) => (/^[\d.]+$|^[\da-f:]+$/i.test(text) ? undefined : 'must be an IP address')),
  batchId: textWithout((text) => (isUuid(text) ? undefined : 'must be a UUID')),
};

export const readBrevoOptions = (message: PreparedMessage) => messageOptions(message, 'brevo', readers);
