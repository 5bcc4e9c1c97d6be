import type { HttpRequest } from '@org/core';
import { invalidInput } from '@org/core/driver';
import {
  type Attachment,
  encodeBase64,
  formatMailbox,
  formatMailboxes,
  invalidOption,
  messageOptions,
  type PreparedMessage,
  refuseBesideTemplate,
  tagText,
  undefinedIfBare,
  undefinedIfEmpty,
} from '../../driver.ts';
import { optionReaders } from './options.ts';

/** `POST /email` and `POST /email/withTemplate` (postmarkapp.com/developer, Email API, Templates API). */
export function encodeSend(message: PreparedMessage): HttpRequest {
  const path = message.template === undefined ? '/email' : '/email/withTemplate';
  return { method: 'POST', path, json: encodeMessage(message) };
}

/** `POST /email/batch` and `POST /email/batchWithTemplates`: all messages are of one kind. */
export function encodeBatch(messages: readonly PreparedMessage[]): HttpRequest {
  const items = messages.map(encodeMessage);
  return messages[0]?.template === undefined
    ? { method: 'POST', path: '/email/batch', json: items }
    : { method: 'POST', path: '/email/batchWithTemplates', json: { Messages: items } };
}

function encodeMessage(message: PreparedMessage): Record<string, unknown> {
  const { from, to, cc, bcc, replyTo, tags, metadata, headers, attachments, tracking, stream } = message;
  // Only a message with a template may have none.
  if (from === undefined) throw invalidInput('from', 'is missing: the templates of Postmark have no sender');
  return {
    From: formatMailbox(from),
    To: formatMailboxes(to),
    Cc: formatMailboxes(cc),
    Bcc: formatMailboxes(bcc),
    ReplyTo: formatMailboxes(replyTo),
    Tag: tags[0] && tagText(tags[0]),
    Metadata: undefinedIfBare(metadata),
    Headers: undefinedIfEmpty(headers.map(({ name, value }) => ({ Name: name, Value: value }))),
    Attachments: undefinedIfEmpty(attachments.map(encodeAttachment)),
    TrackOpens: tracking.opens,
    MessageStream: stream,
    ...encodeContent(message),
  };
}

function encodeContent(message: PreparedMessage): Record<string, unknown> {
  const { subject, html, text, template } = message;
  const { inlineCss, trackLinks } = messageOptions(message, 'postmark', optionReaders);
  const TrackLinks = trackLinks ?? linksOf(message);
  if (trackLinks !== undefined && message.tracking.clicks !== undefined)
    throw invalidOption('postmark', 'trackLinks', 'cannot be combined with `tracking.clicks`');
  if (template === undefined) {
    if (inlineCss !== undefined) throw invalidOption('postmark', 'inlineCss', 'needs a `template`');
    return { Subject: subject, HtmlBody: html, TextBody: text, TrackLinks };
  }
  refuseBesideTemplate('postmark', message, ['subject', 'html']);
  return {
    ...encodeTemplateId(template.id),
    TemplateModel: Object.fromEntries(template.variables),
    InlineCss: inlineCss,
    TrackLinks,
  };
}

/** A template's id is a number; any other text is an alias, which starts with a letter. */
function encodeTemplateId(id: string): Record<string, unknown> {
  return /^\d{1,15}$/.test(id) ? { TemplateId: Number(id) } : { TemplateAlias: id };
}

function linksOf({ tracking: { clicks } }: PreparedMessage): string | undefined {
  if (clicks === undefined) return undefined;
  return clicks ? 'HtmlAndText' : 'None';
}

function encodeAttachment({ filename, content, contentType, disposition, contentId }: Attachment) {
  return {
    Name: filename,
    Content: encodeBase64(content),
    ContentType: contentType,
    ContentID: disposition === 'inline' ? `cid:${contentId}` : undefined,
  };
}
