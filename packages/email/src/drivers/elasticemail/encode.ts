import type { HttpRequest } from '@org/core';
import { invalidInput } from '@org/core/driver';
import {
  type Attachment,
  cannotCarry,
  encodeBase64,
  formatMailbox,
  headersOf,
  messageOptions,
  type PreparedMessage,
  refuseBesideTemplate,
  tagText,
} from '../../driver.ts';
import { isBulk } from './limits.ts';
import { type ElasticEmailMessageOptions, optionReaders } from './options.ts';

/** One mail. Recipients of a bulk request are private; those of a transactional one see each other. */
export function encodeMail(message: PreparedMessage, nowMs: number): HttpRequest {
  if (isBulk(message)) return encodeBulk([message], nowMs);
  const { to, cc, bcc } = message;
  const recipients = {
    To: to.map(formatMailbox),
    CC: cc.length > 0 ? cc.map(formatMailbox) : undefined,
    BCC: bcc.length > 0 ? bcc.map(formatMailbox) : undefined,
  };
  const json = { Recipients: recipients, ...encodeShared(message, nowMs) };
  return { method: 'POST', path: '/emails/transactional', json };
}

/** Messages that differ only in recipient and variables. */
export function encodeBulk(messages: readonly PreparedMessage[], nowMs: number): HttpRequest {
  const [message] = messages;
  if (message === undefined) throw invalidInput('messages', 'must have a message');
  const recipients = messages.flatMap(({ to, template }) =>
    to.map(({ address }) => ({ Email: address, Fields: encodeVariables(template) })),
  );
  const json = { Recipients: recipients, ...encodeShared(message, nowMs) };
  // The variables of each recipient are in `Fields`.
  return { method: 'POST', path: '/emails', json };
}

function encodeShared(message: PreparedMessage, nowMs: number): object {
  const options = messageOptions(message, 'elasticemail', optionReaders);
  return { Content: encodeContent(message, options), Options: encodeOptions(message, options, nowMs) };
}

function encodeContent(message: PreparedMessage, options: ElasticEmailMessageOptions): object {
  const { from, replyTo, envelopeFrom, template, metadata, attachments } = message;
  if (from === undefined) throw invalidInput('from', 'is missing: a template of Elastic Email has no sender');
  const { source: Source, medium: Medium, campaign: Campaign, content: Content } = options.utm ?? {};
  return {
    From: formatMailbox(from),
    ReplyTo: replyTo[0] && formatMailbox(replyTo[0]),
    EnvelopeFrom: envelopeFrom,
    ...(template === undefined ? encodeOwn(message, options) : encodeTemplate(message)),
    Headers: headersOf(message),
    Postback: metadata.size > 0 ? JSON.stringify(Object.fromEntries(metadata)) : undefined,
    Attachments: attachments.length > 0 ? attachments.map(encodeAttachment) : undefined,
    AttachFiles: options.attachFiles,
    Utm: options.utm && { Source, Medium, Campaign, Content },
  };
}

// "Should be used in e-mail body like so: {firstname}, {lastname}". Braces of CSS are not placeholders.
const placeholder = /\{(?=\w+\})/g;

function encodeOwn({ subject, html, text }: PreparedMessage, { placeholders }: ElasticEmailMessageOptions) {
  if (!placeholders)
    for (const [field, value] of Object.entries({ subject, text }))
      if (value !== undefined && value.search(placeholder) !== -1)
        throw cannotCarry(
          'elasticemail',
          field,
          'has a {name}, which Elastic Email replaces',
          'Change it, or set providerOptions: { elasticemail: { placeholders: true } } to have it filled in.',
        );
  const parts = [
    { ContentType: 'HTML', Content: placeholders ? html : html?.replace(placeholder, '&#123;') },
    { ContentType: 'PlainText', Content: text },
  ];
  const body = parts.filter(({ Content }) => Content !== undefined);
  return { Subject: subject, Body: body.map((part) => ({ ...part, Charset: 'utf-8' })) };
}

function encodeTemplate(message: PreparedMessage): object {
  const { template } = message;
  refuseBesideTemplate('elasticemail', message, ['subject', 'html']);
  return {
    TemplateName: template?.id,
    Merge: isBulk(message) ? undefined : encodeVariables(template),
  };
}

function encodeVariables(template: PreparedMessage['template']): object | undefined {
  return template === undefined || template.variables.size === 0
    ? undefined
    : Object.fromEntries(template.variables);
}

function encodeAttachment({ filename, content, contentType }: Attachment): object {
  return {
    BinaryContent: encodeBase64(content),
    Name: filename,
    ContentType: contentType,
    Size: content.length,
  };
}

const minuteMs = 60_000;

function encodeOptions(
  { sendAt, tags, tracking }: PreparedMessage,
  { poolName, encoding }: ElasticEmailMessageOptions,
  nowMs: number,
): object | undefined {
  const options = {
    // A delay in whole minutes: never before `sendAt`.
    TimeOffset: sendAt && Math.max(0, Math.ceil((sendAt.getTime() - nowMs) / minuteMs)),
    PoolName: poolName,
    ChannelName: tags[0] && tagText(tags[0]),
    Encoding: encoding,
    TrackOpens: tracking.opens,
    TrackClicks: tracking.clicks,
  };
  return Object.values(options).some((option) => option !== undefined) ? options : undefined;
}
