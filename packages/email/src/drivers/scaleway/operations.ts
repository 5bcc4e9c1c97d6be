import type { HttpRequest, ServiceResponse } from '@org/core';
import { defineRequest } from '@org/core/driver';
import {
  type EmailAddress,
  encodeFiles,
  encodeRecipients,
  formatMailbox,
  messageOptions,
  type PreparedMessage,
  type RecipientAnswer,
  readDate,
  readJson,
  receiptByAddress,
  undefinedIfEmpty,
} from '../../driver.ts';
import { refusedAs } from '../../tables/index.ts';
import * as z from '../../wire/schema.ts';
import { classify } from './errors.ts';
import type { ScalewayPlace } from './service.ts';

const answer = z.object({
  emails: z.array(
    z.object({
      id: z.string(),
      mail_rcpt: z.string(),
      status: z.string(),
      status_details: z.optionalText(),
    }),
  ),
});

const emailsOf = (response: ServiceResponse) => readJson(answer, response.json())?.emails ?? [];

export const createOperations = (place: ScalewayPlace) => {
  const send = defineRequest({
    safety: 'unsafe',
    encode: (message: PreparedMessage) => encodeSend(message, place),
    isAccepted: (response) => emailsOf(response).length > 0,
    /** A mail for each recipient. */
    decode: (response, message) =>
      receiptByAddress(message, emailsOf(response), ({ mail_rcpt }) => mail_rcpt, toRecipientAnswer),
  });
  return { operations: { send }, classify };
};

function toRecipientAnswer({
  id,
  status: code,
  status_details,
}: z.infer<typeof answer>['emails'][number]): RecipientAnswer {
  if (code !== 'failed' && code !== 'canceled') return { messageId: id };
  const words = status_details ?? undefined;
  return { messageId: id, error: refusedAs('recipient-rejected', { provider: 'scaleway', code, words }) };
}

function encodeSend(message: PreparedMessage, { projectId, region }: ScalewayPlace): HttpRequest {
  const { from, replyTo, subject, html, text, headers, attachments } = message;
  const { sendBefore } = messageOptions(message, 'scaleway', { sendBefore: readDate });
  const lines = headers.map(({ name, value }) => ({ key: name, value }));
  if (replyTo.length > 0) lines.push({ key: 'Reply-To', value: replyTo.map(formatMailbox).join(', ') });
  const json = {
    project_id: projectId,
    from: from && encodeAddress(from),
    ...encodeRecipients(message, encodeAddress),
    subject,
    html,
    text,
    additional_headers: undefinedIfEmpty(lines),
    attachments: encodeFiles(attachments, { filename: 'name', contentType: 'type', content: 'content' }),
    send_before: sendBefore?.toISOString(),
  };
  const path = '/transactional-email/v1alpha1/regions/{region}/emails';
  return { method: 'POST', path, params: { region }, json };
}

const encodeAddress = ({ address, name }: EmailAddress) => ({ email: address, name });
