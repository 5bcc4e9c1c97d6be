import { invalidInput } from '@org/core/driver';
import {
  type EmailAddress,
  encodeFiles,
  encodeRecipients,
  headersOf,
  messageOptions,
  type PreparedMessage,
  refuseBesideTemplate,
  tagText,
  undefinedIfBare,
} from '../../driver.ts';

/** The body of `POST /api/send`, and one of `requests` in `POST /api/batch`. */
export function encodeMail(message: PreparedMessage): Record<string, unknown> {
  const { from, replyTo, subject, html, text, attachments, metadata, tags, template } = message;
  messageOptions(message, 'mailtrap', {});
  refuseBesideTemplate('mailtrap', message, ['subject', 'html', 'tags']);
  if (from === undefined) throw invalidInput('from', 'is missing: a template of Mailtrap has no sender');
  return {
    from: encodeAddress(from),
    ...encodeRecipients(message, encodeAddress),
    reply_to: replyTo[0] && encodeAddress(replyTo[0]),
    subject,
    html,
    text,
    headers: headersOf(message),
    attachments: encodeFiles(attachments, fileNames),
    custom_variables: undefinedIfBare(metadata),
    category: tags[0] && tagText(tags[0]),
    template_uuid: template?.id,
    template_variables: template && Object.fromEntries(template.variables),
  };
}

const encodeAddress = ({ address, name }: EmailAddress) => ({ email: address, name });

const fileNames = {
  filename: 'filename',
  contentType: 'type',
  content: 'content',
  disposition: 'disposition',
  contentId: 'content_id',
};
