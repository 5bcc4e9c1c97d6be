import { type Classify, defineOperation, NotFoundError } from '@org/core';
import { invalidInput } from '@org/core/driver';
import { getItem, jsonSchema, readJson } from '../../../driver.ts';
import type { EventFilter } from '../../../resources.ts';
import * as z from '../../../wire/schema.ts';
import { messageIdArgument } from '../encode.ts';
import { classify } from '../errors.ts';

const wireMessage = z.object({
  msg_id: z.string(),
  to_email: z.string(),
  subject: z.optionalText(),
  status: z.string(),
  last_event_time: z.optionalText(),
});
const wireMessages = z.object({ messages: z.nullable(z.array(wireMessage)) });

const wireEvent = z.looseObject({
  event_name: z.string(),
  processed: z.string(),
  reason: z.optionalText(),
  url: z.optionalText(),
  http_user_agent: z.optionalText(),
  bounce_type: z.optionalText(),
});
const wireDetails = z.object({
  msg_id: z.string(),
  to_email: z.string(),
  events: z.nullish(z.array(wireEvent)),
});

/** A mail of one recipient in the Email Activity feed. */
export type ActivityMessage = z.infer<typeof wireMessage>;
export type ActivityDetails = z.infer<typeof wireDetails>;
export type ActivityEvent = z.infer<typeof wireEvent>;

/** Which mails: by our id of it or SendGrid's, by recipient, by the time of the latest event. */
export type ActivityQuery = Pick<EventFilter, 'messageId' | 'recipient' | 'from' | 'to'> & {
  readonly limit: number;
};

/** Quotation marks have no escape in the query language. */
function quoted(text: string, path: string): string {
  if (/["'%\\]|\p{Cc}/u.test(text)) throw invalidInput(path, 'must not have quotation marks, % or \\');
  return `"${text}"`;
}

/** The query language of "Getting Started with the Email Activity Feed API". */
export function encodeQuery({ messageId, recipient, from, to }: ActivityQuery, nowMs: number): string {
  const terms: string[] = [];
  if (messageId !== undefined) {
    const id = quoted(messageId, 'messageId');
    const prefix = quoted(messageId, 'messageId').replace(/"$/, '%"');
    terms.push(`(unique_args['${messageIdArgument}']=${id} OR msg_id LIKE ${prefix})`);
  }
  if (recipient !== undefined) terms.push(`to_email=${quoted(recipient, 'recipient')}`);
  if (terms.length === 0 || from !== undefined || to !== undefined) {
    const [start, end] = [from ?? new Date(0), to ?? new Date(nowMs)].map((at) => `"${at.toISOString()}"`);
    terms.push(`last_event_time BETWEEN TIMESTAMP ${start} AND TIMESTAMP ${end}`);
  }
  return terms.join(' AND ');
}

const search = (name: string, ownClassify: Classify) =>
  defineOperation({
    name,
    safety: 'read',
    encode: (query: ActivityQuery, { nowMs }) => ({
      method: 'GET',
      path: '/v3/messages',
      query: { query: encodeQuery(query, nowMs), limit: query.limit },
    }),
    decode: jsonSchema(wireMessages, ({ messages }): readonly ActivityMessage[] => messages ?? []),
    classify: ownClassify,
  });

/** A search without a result is not an error of SendGrid. */
const classifyMissing: Classify = (response, context) => {
  const found = response.status < 300 ? readJson(wireMessages, response.json()) : undefined;
  if (found === undefined || (found.messages ?? []).length > 0) return classify(response, context);
  return {
    type: NotFoundError,
    message: 'SendGrid knows no such message. It may take minutes until a mail is there.',
    outcome: 'not-sent',
    replay: 'never',
    status: response.status,
  };
};

export const activityOperations = {
  'message.find': search('message.get', classifyMissing),
  'message.search': search('message.events', classify),
  'message.details': getItem('/v3/messages/{msg_id}', wireDetails),
};
