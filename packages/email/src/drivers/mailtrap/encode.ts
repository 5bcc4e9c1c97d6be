import { invalidInput } from '@org/core/driver';
import {
  type Attachment,
  type EmailAddress,
  encodeBase64,
  headersOf,
  messageOptions,
  type PreparedMessage,
  refuseBesideTemplate,
  tagText,
  undefinedIfEmpty,
} from '../../driver.ts';

/** The body of `POST /api/send`, and one of `requests` in `POST /api/batch`. */
export function encodeMail(message: PreparedMessage): Record<string, unknown> {
  const { from, to, cc, bcc, replyTo, subject, html, text, attachments, metadata, tags, template } = message;
  messageOptions(message, 'mailtrap', {});
  refuseBesideTemplate('mailtrap', message, ['subject', 'html', 'tags']);
  if (from === undefined) throw invalidInput('from', 'is missing: a template of Mailtrap has no sender');
  return {
    from: encodeAddress(from),
    to: undefinedIfEmpty(to.map(encodeAddress)),
    cc: undefinedIfEmpty(cc.map(encodeAddress)),
    bcc: undefinedIfEmpty(bcc.map(encodeAddress)),
    reply_to: replyTo[0] && encodeAddress(replyTo[0]),
    subject,
    html,
    text,
    headers: headersOf(message),
    attachments: undefinedIfEmpty(attachments.map(encodeAttachment)),
    custom_variables: metadata.size === 0 ? undefined : Object.fromEntries(metadata),
    category: tags[0] && tagText(tags[0]),
    template_uuid: template?.id,
    template_variables: template && Object.fromEntries(template.variables),
  };
}

const encodeAddress = ({ address, name }: EmailAddress) => ({ email: address, name });

function encodeAttachment({ filename, content, contentType, disposition, contentId }: Attachment) {
  return {
    filename,
    type: contentType,
    content: encodeBase64(content),
    disposition,
    content_id: disposition === 'inline' ? contentId : undefined,
  };
}
