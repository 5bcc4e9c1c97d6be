import type { HttpRequest } from '@org/core';
import {
  cannotCarry,
  type EmailAddress,
  encodeFiles,
  encodeRecipients,
  headersOf,
  messageOptions,
  type PreparedMessage,
  readBoolean,
  undefinedIfEmpty,
} from '../../driver.ts';

/** `POST /emails:send`. */
export function encodeSend(message: PreparedMessage, apiVersion: string): HttpRequest {
  const { from, replyTo, subject, html, text, attachments } = message;
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
    recipients: encodeRecipients(message, encodeAddress),
    replyTo: undefinedIfEmpty(replyTo.map(encodeAddress)),
    headers: headersOf(message),
    attachments: encodeFiles(attachments, fileNames),
    userEngagementTrackingDisabled: disableTracking,
  };
  return { method: 'POST', path: '/emails:send', query: { 'api-version': apiVersion }, json };
}

const encodeAddress = ({ address, name }: EmailAddress) => ({ address, displayName: name });

const fileNames = {
  filename: 'name',
  contentType: 'contentType',
  content: 'contentInBase64',
  contentId: 'contentId',
};
