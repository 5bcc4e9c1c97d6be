import { type HttpRequest, InvalidInputError, pathSegment, UnsupportedError } from '@org/core';
import type { AddressInput, EmailAddress } from '../../model/address.ts';
import type { Attachment } from '../../model/attachment.ts';
import { encodeBase64 } from '../../model/base64.ts';
import type { ContactChanges, ContactFilter, ContactInput } from '../../model/contact.ts';
import type { PreparedMessage } from '../../model/message.ts';
import type { TemplateChanges, TemplateFilter } from '../../model/template.ts';
import { type PlunkMessageOptions, readPlunkOptions } from './message-options.ts';

/** `POST /v1/send` (docs.useplunk.com, API reference, "Send an email"). */
export function convertToPlunkSend(message: PreparedMessage): HttpRequest {
  const options = readPlunkOptions(message.providerOptions.get('plunk'));
  const [replyTo] = message.replyTo;
  return {
    method: 'POST',
    path: '/v1/send',
    json: {
      to: message.to.map(convertToPlunkAddress),
      from: message.from && convertToPlunkAddress(message.from),
      ...convertToPlunkContent(message, options),
      template: message.template?.id,
      reply: replyTo?.address,
      headers:
        message.headers.length > 0
          ? Object.fromEntries(message.headers.map(({ name, value }) => [name, value]))
          : undefined,
      data: convertToPlunkData(message, options),
      subscribed: options.subscribed,
      attachments:
        message.attachments.length > 0 ? message.attachments.map(convertToPlunkAttachment) : undefined,
    },
  };
}

// Plunk renders subject and body of every message (`packages/shared/src/template` of its source): `{{name}}`
// and, since 2026, Liquid's `{% … %}`.
const delimiter = /\{(?=[{%])/g;

function convertToPlunkContent(
  { subject, html, template }: PreparedMessage,
  { placeholders }: PlunkMessageOptions,
): { readonly subject: string | undefined; readonly body: string | undefined } {
  if (template !== undefined || placeholders) return { subject, body: html };
  if (subject !== undefined && subject.search(delimiter) !== -1) {
    const message = 'has {{ or {%, which Plunk replaces';
    throw new UnsupportedError({
      message:
        `Plunk cannot send this message: \`subject\` ${message}. Change it, or let Plunk fill it in with ` +
        'providerOptions: { plunk: { placeholders: true } }.',
      issues: [{ path: 'subject', message }],
      outcome: 'not-sent',
    });
  }
  return { subject, body: html?.replace(delimiter, '&#123;') };
}

function convertToPlunkAddress({ address, name }: EmailAddress): { email: string; name?: string } {
  return name === undefined ? { email: address } : { email: address, name };
}

// The service drops these without a word, so that a template would show an empty place.
const reservedVariables = new Set([
  'id',
  'plunk_id',
  'plunk_email',
  'email',
  'unsubscribeUrl',
  'subscribeUrl',
  'manageUrl',
]);

// A plain value would be stored on the contact for good; wrapped like this it is used for this mail only.
function convertToPlunkData(
  { template }: PreparedMessage,
  { persistVariables }: PlunkMessageOptions,
): Record<string, unknown> | undefined {
  if (template === undefined || template.variables.size === 0) return undefined;
  const entries = [...template.variables].map(([key, value]) => {
    if (reservedVariables.has(key)) {
      throw new UnsupportedError({
        message: `Plunk keeps the template variable "${key}" for itself and ignores ours. Use another name.`,
        issues: [{ path: `template.variables.${key}`, message: 'is a name that Plunk reserves' }],
        outcome: 'not-sent',
      });
    }
    return [key, persistVariables ? value : { value, persistent: false }] as const;
  });
  return Object.fromEntries(entries);
}

function convertToPlunkAttachment(attachment: Attachment, index: number): Record<string, unknown> {
  const { filename, content, contentType, disposition, contentId } = attachment;
  if (filename.includes('"')) {
    throw new InvalidInputError({
      message: 'Plunk takes no quotation mark in the name of an attachment.',
      issues: [{ path: `attachments[${index}].filename`, message: 'must not contain a quotation mark' }],
      outcome: 'not-sent',
    });
  }
  return { filename, content: encodeBase64(content), contentType, disposition, contentId };
}

/** The body of `POST /templates` and `PATCH /templates/:id`. */
export function convertToPlunkTemplate(input: TemplateChanges): Record<string, unknown> {
  const from = mailboxOf(input.from);
  return {
    name: input.name,
    description: input.description,
    subject: input.subject,
    body: input.html,
    from: from?.address,
    fromName: from?.name,
    replyTo: mailboxOf(input.replyTo)?.address,
    type: input.kind?.toUpperCase(),
  };
}

/** The client has parsed it. */
function mailboxOf(input: AddressInput | undefined): EmailAddress | undefined {
  return typeof input === 'string' ? { address: input } : input;
}

/** `GET /templates`: pages are counted from 1, so the cursor is the number of the next page. */
export function convertToPlunkTemplateList(
  filter: TemplateFilter & { readonly cursor?: string | undefined },
): HttpRequest {
  const { search, kind, pageSize, cursor } = filter;
  return {
    method: 'GET',
    path: '/templates',
    query: { page: cursor, pageSize, search, type: kind?.toUpperCase() },
  };
}

/** The body of `POST /contacts` and `PATCH /contacts/:id`. */
export function convertToPlunkContact(input: ContactInput | ContactChanges): Record<string, unknown> {
  return {
    email: input.email,
    subscribed: input.subscribed,
    data: input.fields,
  };
}

export function convertToPlunkContactList(
  filter: ContactFilter & { readonly cursor?: string | undefined },
): HttpRequest {
  const { search, subscribed, pageSize, cursor } = filter;
  return { method: 'GET', path: '/contacts', query: { limit: pageSize, cursor, search, subscribed } };
}

/** The path to one thing of a collection. */
export function pathOf(
  collection: 'contacts' | 'templates',
  id: string,
): Pick<HttpRequest, 'path' | 'pathTemplate'> {
  return { path: `/${collection}/${pathSegment(id)}`, pathTemplate: `/${collection}/{id}` };
}
