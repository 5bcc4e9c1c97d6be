import type { HttpRequest } from '@org/core';
import { defineRequest, isRecord } from '@org/core/driver';
import {
  allAccepted,
  cannotCarry,
  encodeFiles,
  memberPath,
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
  const variables = [...(template?.variables ?? [])].map(encodeVariable);
  const json = {
    transactionalId: template?.id,
    email: to[0]?.address,
    addToAudience,
    dataVariables: Object.fromEntries(variables),
    attachments: encodeFiles(attachments, fileNames),
  };
  return { method: 'POST', path: '/transactional', json };
}

function encodeVariable([name, value]: readonly [string, unknown]): readonly [string, unknown] {
  const isList = Array.isArray(value) && value.every(isRecord);
  if (typeof value === 'string' || typeof value === 'number' || isList) return [name, value];
  const path = memberPath('template.variables', name);
  throw cannotCarry('loops', path, 'must be a text, a number or a list of objects', 'Change it.');
}

const fileNames = { filename: 'filename', contentType: 'contentType', content: 'data' };
