import type { PreparedMessage } from '../../model/message.ts';
import { readBoolean } from '../../model/reader.ts';
import { readVariables, type TemplateVariables } from '../../model/records/template.ts';
import { messageOptions } from '../../wire/refusals.ts';

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
