import type { HttpRequest } from '@org/core';
import {
  type Attachment,
  cannotCarry,
  type EmailAddress,
  encodeBase64,
  headersOf,
  messageOptions,
  type PreparedMessage,
  readBoolean,
  undefinedIfEmpty,
} from '../../driver.ts';

/** `POST /emails:send`. */
export function encodeSend(message: PreparedMessage, apiVersion: string): HttpRequest {
  const { from, to, cc, bcc, replyTo, subject, html, text, attachments } = message;
  const { disableTracking } = messageOptions(message, 'azure', { disableTracking: readBoolean });
  if (from?.name !== undefined)
    throw cannotCarry(
      'azure',
      'from',
      'has a name: that of a sender is set at the resource',
      'Leave it out.',
    );
  const json = {
    senderAddress: from?.address,
    content: { subject, plainText: text, html },
    recipients: {
      to: to.map(encodeAddress),
      cc: undefinedIfEmpty(cc.map(encodeAddress)),
      bcc: undefinedIfEmpty(bcc.map(encodeAddress)),
    },
    replyTo: undefinedIfEmpty(replyTo.map(encodeAddress)),
    headers: headersOf(message),
    attachments: undefinedIfEmpty(attachments.map(encodeFile)),
    userEngagementTrackingDisabled: disableTracking,
  };
  return { method: 'POST', path: '/emails:send', query: { 'api-version': apiVersion }, json };
}

const encodeAddress = ({ address, name }: EmailAddress) => ({ address, displayName: name });

const encodeFile = ({ filename, contentType, content, disposition, contentId }: Attachment) => ({
  name: filename,
  contentType,
  contentInBase64: encodeBase64(content),
  contentId: disposition === 'inline' ? contentId : undefined,
});
