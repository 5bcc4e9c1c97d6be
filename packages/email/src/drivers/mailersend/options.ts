import { messageOptions, type PreparedMessage, readBoolean, readVariables } from '../../driver.ts';
import type { TemplateVariables } from '../../resources.ts';

/** Options of a message for MailerSend only: `providerOptions: { mailersend: { … } }`. @public */
export interface MailerSendMessageOptions {
  /**
   * Values for `{{name}}` in subject, HTML and text of a message without a template. Without it, braces in
   * the HTML arrive as written, and a subject or text with `{{`, `{%` or `{$` is refused.
   */
  readonly data?: TemplateVariables | undefined;
  /** Whether MailerSend keeps the content. @defaultValue the setting of the domain */
  readonly trackContent?: boolean | undefined;
  /** Sends the header `Precedence: bulk`. @defaultValue the setting of the domain */
  readonly precedenceBulk?: boolean | undefined;
}

const readers = { data: readVariables, trackContent: readBoolean, precedenceBulk: readBoolean };

export const readMailerSendOptions = (message: PreparedMessage) =>
  messageOptions(message, 'mailersend', readers);
