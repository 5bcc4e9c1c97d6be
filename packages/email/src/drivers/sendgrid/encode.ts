import type { HttpRequest } from '@org/core';
import { invalidInput } from '@org/core/driver';
import {
  type Attachment,
  cannotCarry,
  type EmailAddress,
  encodeBase64,
  formatMailbox,
  headersOf,
  invalidOption,
  memberPath,
  messageOptions,
  type PreparedMessage,
  tagText,
  utf8Length,
} from '../../driver.ts';
import { optionReaders } from './options.ts';
import { encodeSettings } from './settings.ts';

/** The custom argument with our id of a mail; SendGrid repeats it in its events. */
export const messageIdArgument = 'org_message_id';

/** One request: messages that differ only in what a personalization carries. */
export interface Envelope {
  readonly messages: readonly PreparedMessage[];
  /** Our id of each message. */
  readonly ids: readonly string[];
  /** SendGrid's id of the batch, for a message that can be cancelled. */
  readonly batchId?: string | undefined;
}

/** `POST /v3/mail/send`. */
export function encodeMail({ messages, ids, batchId }: Envelope): HttpRequest {
  const [message] = messages;
  if (message === undefined) throw invalidInput('messages', 'must have a message');
  const options = messageOptions(message, 'sendgrid', optionReaders);
  const { from, replyTo, template, sendAt, attachments, tags } = message;
  if (from === undefined) throw invalidInput('from', 'is missing: a template of SendGrid has no sender');
  if (message.stream === undefined && options.groupsToDisplay !== undefined)
    throw invalidOption('sendgrid', 'groupsToDisplay', 'needs `stream`, the unsubscribe group of the mail');
  return {
    method: 'POST',
    path: '/v3/mail/send',
    json: {
      personalizations: messages.map((one, index) => ({
        ...encodePersonalization(one, ids[index] ?? ''),
        subject: messages.length > 1 ? one.subject : undefined,
      })),
      from: encodeAddress(from),
      reply_to: replyTo.length === 1 ? replyTo.map(encodeAddress)[0] : undefined,
      reply_to_list: replyTo.length > 1 ? replyTo.map(encodeAddress) : undefined,
      subject: messages.length > 1 ? undefined : message.subject,
      content: encodeContent(message),
      attachments: attachments.length > 0 ? attachments.map(encodeAttachment) : undefined,
      template_id: template?.id,
      categories: tags.length > 0 ? tags.map(tagText).map(checkCategory) : undefined,
      send_at: sendAt && Math.ceil(sendAt.getTime() / 1_000),
      batch_id: batchId,
      asm: encodeGroup(message, options.groupsToDisplay),
      ip_pool_name: options.ipPoolName,
      ...encodeSettings(message, options),
    },
  };
}

function encodePersonalization(message: PreparedMessage, id: string): object {
  const { to, cc, bcc, template } = message;
  for (const { name } of message.headers)
    if (ownHeaders.includes(name.toLowerCase()))
      throw cannotCarry('sendgrid', memberPath('headers', name), 'is a header that SendGrid writes itself');
  return {
    to: to.map(encodeRecipient),
    cc: cc.length > 0 ? cc.map(encodeRecipient) : undefined,
    bcc: bcc.length > 0 ? bcc.map(encodeRecipient) : undefined,
    headers: headersOf(message),
    custom_args: encodeArguments(message, id),
    ...(template === undefined ? {} : encodeVariables(template)),
  };
}

function encodeAddress({ address, name }: EmailAddress): object {
  return { email: address, name };
}

/**
 * SendGrid writes the names of recipients as they are, and those of senders with quotation marks where they
 * need them. It accepts a mail to `Doe, Bob`, and drops it: the address is `Doe` then
 * (github.com/sendgrid/sendgrid-python/issues/291, sendgrid-nodejs/issues/1183).
 */
function encodeRecipient({ address, name }: EmailAddress): object {
  const mailbox = formatMailbox({ address, name });
  return encodeAddress({ address, name: name && mailbox.slice(0, -` <${address}>`.length) });
}

/** Plain text comes first, then HTML: SendGrid refuses another order. */
function encodeContent({
  text,
  html,
  template,
  subject,
  alternatives,
}: PreparedMessage): readonly object[] | undefined {
  if (template !== undefined) {
    // "A template that contains a subject and content … will override any subject and content values."
    if (subject !== undefined) throw overridden('subject');
    if (html !== undefined) throw overridden('html');
    if (alternatives.length > 0) throw overridden('alternatives');
    return undefined;
  }
  const parts = [
    { type: 'text/plain', value: text },
    { type: 'text/html', value: html },
    ...alternatives.map(({ contentType, content }) => ({ type: typeOf(contentType), value: content })),
  ];
  return parts.filter(({ value }) => value !== undefined);
}

function overridden(field: string): Error {
  return cannotCarry(
    'sendgrid',
    field,
    "would be lost: the template's own replaces it",
    'Put a placeholder into the template, and the text into `template.variables`.',
  );
}

/**
 * "The attachment type cannot contain ';'": SendGrid adds the charset itself, and takes the method of a
 * calendar (github.com/sendgrid/sendgrid-ruby/issues/298, sendgrid-nodejs/issues/217).
 */
function typeOf(contentType: string): string {
  const [type = ''] = contentType.split(';');
  const [, method] = /;\s*method="?([\w-]+)/i.exec(contentType) ?? [];
  return method !== undefined && /^text\/calendar$/i.test(type) ? `${type}; method=${method}` : type;
}

function encodeAttachment(
  { filename, content, contentType, disposition, contentId }: Attachment,
  index: number,
): object {
  // The API description: `content` has a `minLength` of 1.
  if (content.length === 0)
    throw cannotCarry('sendgrid', `attachments[${index}]`, 'has no bytes, which SendGrid refuses');
  return {
    content: encodeBase64(content),
    filename,
    type: typeOf(contentType),
    disposition,
    content_id: disposition === 'inline' ? contentId : undefined,
  };
}

const maxCategoryLength = 255;

function checkCategory(category: string, index: number): string {
  if (category.length <= maxCategoryLength) return category;
  throw invalidInput(`tags[${index}]`, `must have at most ${maxCategoryLength} characters`);
}

// The model refuses the other headers that SendGrid writes itself.
const ownHeaders = ['x-sg-id', 'x-sg-eid'];

const maxArgumentBytes = 10_000;

function encodeArguments({ metadata }: PreparedMessage, id: string): Record<string, string> {
  if (metadata.has(messageIdArgument))
    throw invalidInput(`metadata.${messageIdArgument}`, 'is a reserved name');
  const found = Object.fromEntries([...metadata, [messageIdArgument, id]]);
  if (utf8Length(JSON.stringify(found)) > maxArgumentBytes)
    throw invalidInput('metadata', `must have at most ${maxArgumentBytes} bytes as JSON`);
  return found;
}

/** Dynamic templates have ids that begin with `d-` and take any JSON; older ones replace texts. */
function encodeVariables({ id, variables }: NonNullable<PreparedMessage['template']>): object {
  if (variables.size === 0) return {};
  if (id.startsWith('d-')) return { dynamic_template_data: Object.fromEntries(variables) };
  for (const [name, value] of variables)
    if (typeof value !== 'string')
      throw cannotCarry(
        'sendgrid',
        memberPath('template.variables', name),
        'must be a text: the template is not a dynamic one',
        'Use a text, or a template whose id begins with `d-`.',
      );
  return { substitutions: Object.fromEntries(variables) };
}

function encodeGroup({ stream }: PreparedMessage, groups: readonly number[] | undefined): object | undefined {
  if (stream === undefined) return undefined;
  return { group_id: readGroupId(stream, 'stream'), groups_to_display: groups };
}

/** @throws InvalidInputError for a text that is not the number of an unsubscribe group */
export function readGroupId(text: string, path: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw invalidInput(path, 'must be the number of an unsubscribe group');
}
