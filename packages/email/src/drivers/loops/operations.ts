import type { HttpRequest } from '@org/core';
import { defineRequest } from '@org/core/driver';
import {
  allAccepted,
  encodeFiles,
  messageOptions,
  ownValue,
  type PreparedMessage,
  readBoolean,
  refuseBesideTemplate,
} from '../../driver.ts';
import { classify, isEarlierAcceptance } from './errors.ts';

export { classify } from './errors.ts';
export { webhookScheme } from './webhooks.ts';

export const operations = {
  send: defineRequest({
    safety: 'keyed',
    encode: encodeSend,
    isAccepted: (response, context) =>
      ownValue(response.json(), 'success') === true || isEarlierAcceptance(response, context),
    // The response has no id.
    decode: (response, message, context) => ({
      ...allAccepted(message),
      replayed: isEarlierAcceptance(response, context),
    }),
    // Decides alone: for a send, a 409 may be a success.
    classify,
  }),
};

function encodeSend(message: PreparedMessage): HttpRequest {
  const { to, attachments, template } = message;
  const { addToAudience } = messageOptions(message, 'loops', { addToAudience: readBoolean });
  refuseBesideTemplate('loops', message, ['from', 'subject', 'html', 'replyTo']);
  const json = {
    transactionalId: template?.id,
    email: to[0]?.address,
    addToAudience,
    dataVariables: Object.fromEntries(template?.variables ?? []),
    attachments: encodeFiles(attachments, fileNames),
  };
  return { method: 'POST', path: '/transactional', json };
}

const fileNames = { filename: 'filename', contentType: 'contentType', content: 'data' };
