import type { HttpRequest, ServiceResponse } from '@org/core';
import { defineRequest, invalidInput, textAt } from '@org/core/driver';
import {
  allAccepted,
  type EmailAddress,
  encodeFiles,
  encodeRecipients,
  headersOf,
  messageOptions,
  ownValue,
  type PreparedMessage,
  refuseBesideTemplate,
  undefinedIfEmpty,
} from '../../driver.ts';
import { optionReaders } from './options.ts';

export { classify } from './errors.ts';

/** One id for all recipients. */
const idOf = (response: ServiceResponse) => textAt(response.json(), 'request_id');

export const operations = {
  send: defineRequest({
    safety: 'unsafe',
    encode: encodeSend,
    isAccepted: (response) =>
      Array.isArray(ownValue(response.json(), 'data')) && idOf(response) !== undefined,
    decode: (response, message) => allAccepted(message, idOf(response)),
  }),
};

/** `/email`, and `/email/template` for a stored template, whose id is its key or its alias. */
function encodeSend(message: PreparedMessage): HttpRequest {
  const { from, replyTo, subject, html, text, attachments, tracking, template } = message;
  const { clientReference, bounceAddress } = messageOptions(message, 'zeptomail', optionReaders);
  refuseBesideTemplate('zeptomail', message, ['subject', 'html']);
  if (from === undefined) throw invalidInput('from', 'is missing: a template of ZeptoMail has no sender');
  const files = attachments.filter(({ disposition }) => disposition !== 'inline');
  const images = attachments.filter(({ disposition }) => disposition === 'inline');
  const json = {
    from: encodeAddress(from),
    ...encodeRecipients(message, (mailbox) => ({ email_address: encodeAddress(mailbox) })),
    reply_to: undefinedIfEmpty(replyTo.map(encodeAddress)),
    subject,
    htmlbody: html,
    textbody: text,
    attachments: encodeFiles(files, fileNames),
    inline_images: encodeFiles(images, { ...fileNames, contentId: 'cid' }),
    track_opens: tracking.opens,
    track_clicks: tracking.clicks,
    mime_headers: headersOf(message),
    client_reference: clientReference,
    bounce_address: bounceAddress,
    template_key: template?.id,
    merge_info: template && Object.fromEntries(template.variables),
  };
  return { method: 'POST', path: template === undefined ? '/email' : '/email/template', json };
}

const encodeAddress = ({ address, name }: EmailAddress) => ({ address, name });

const fileNames = { filename: 'name', contentType: 'mime_type', content: 'content' };
