import { type HttpRequest, InvalidInputError, pathSegment, UnsupportedError } from '@org/core';
import { encodeBase64, headersOf } from '../../driver.ts';
import type { AddressInput, EmailAddress } from '../../model/address.ts';
import type { Attachment } from '../../model/attachment.ts';
import { memberPath } from '../../model/member-path.ts';
import type { PreparedMessage } from '../../model/message.ts';
import type { ContactChanges, ContactFilter, ContactInput } from '../../model/records/contact.ts';
import type { TemplateChanges, TemplateFilter } from '../../model/records/template.ts';
import type { PlunkMessageOptions } from './options.ts';

const optionNames = ['subscribed', 'persistVariables', 'placeholders'] as const;

function readOptions({ providerOptions }: PreparedMessage): PlunkMessageOptions {
  const input = providerOptions.get('plunk');
  if (input === undefined) return {};
  if (typeof input !== 'object' || input === null)
    throw invalid('providerOptions.plunk', 'must be an object');
  const options: { -readonly [Name in keyof PlunkMessageOptions]: boolean } = {};
  for (const [key, value] of Object.entries(input)) {
    if (value === undefined) continue;
    const path = memberPath('providerOptions.plunk', key);
    const name = optionNames.find((known) => known === key);
    if (name === undefined)
      throw invalid(path, `is not an option of Plunk; its options are ${optionNames.join(', ')}`);
    if (typeof value !== 'boolean') throw invalid(path, 'must be true or false');
    options[name] = value;
  }
  return options;
}

function invalid(path: string, message: string): InvalidInputError {
  return new InvalidInputError({
    message: `Plunk cannot send this message: \`${path}\` ${message}.`,
    issues: [{ path, message }],
    outcome: 'not-sent',
  });
}

function unsupported(path: string, message: string, advice: string): UnsupportedError {
  return new UnsupportedError({
    message: `Plunk cannot send this message: \`${path}\` ${message}. ${advice}`,
    issues: [{ path, message }],
    outcome: 'not-sent',
  });
}

/** `POST /v1/send` (docs.useplunk.com, API reference, "Send an email"). */
export function convertToPlunkSend(message: PreparedMessage): HttpRequest {
  const options = readOptions(message);
  const { to, from, template, replyTo, attachments } = message;
  return {
    method: 'POST',
    path: '/v1/send',
    json: {
      to: to.map(convertToPlunkAddress),
      from: from && convertToPlunkAddress(from),
      ...convertToPlunkContent(message, options),
      template: template?.id,
      reply: replyTo[0]?.address,
      headers: headersOf(message),
      data: convertToPlunkData(message, options),
      subscribed: options.subscribed,
      attachments: attachments.length > 0 ? attachments.map(convertToPlunkAttachment) : undefined,
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
    const advice =
      'Change it, or set providerOptions: { plunk: { placeholders: true } } to let Plunk fill it in.';
    throw unsupported('subject', 'has {{ or {%, which Plunk replaces', advice);
  }
  return { subject, body: html?.replace(delimiter, '&#123;') };
}

function convertToPlunkAddress({ address, name }: EmailAddress): { email: string; name: string | undefined } {
  return { email: address, name };
}

// The service silently drops these, and a template would show an empty place.
const reservedVariables = [
  'id',
  'plunk_id',
  'plunk_email',
  'email',
  'unsubscribeUrl',
  'subscribeUrl',
  'manageUrl',
];

// Plunk stores a plain value on the contact; wrapped like this it is used for this mail only.
function convertToPlunkData(
  { template }: PreparedMessage,
  { persistVariables }: PlunkMessageOptions,
): Record<string, unknown> | undefined {
  if (template === undefined || template.variables.size === 0) return undefined;
  const entries = [...template.variables].map(([key, value]) => {
    if (reservedVariables.includes(key))
      throw unsupported(`template.variables.${key}`, 'is a name that Plunk reserves', 'Use another name.');
    return [key, persistVariables ? value : { value, persistent: false }] as const;
  });
  return Object.fromEntries(entries);
}

function convertToPlunkAttachment(attachment: Attachment, index: number): Record<string, unknown> {
  const { filename, content, contentType, disposition, contentId } = attachment;
  if (filename.includes('"'))
    throw invalid(`attachments[${index}].filename`, 'must not contain a quotation mark');
  return { filename, content: encodeBase64(content), contentType, disposition, contentId };
}

/** The body of `POST /templates` and `PATCH /templates/:id`. */
export function convertToPlunkTemplate(input: TemplateChanges): Record<string, unknown> {
  const from = toMailbox(input.from);
  return {
    name: input.name,
    description: input.description,
    subject: input.subject,
    body: input.html,
    from: from?.address,
    fromName: from?.name,
    replyTo: toMailbox(input.replyTo)?.address,
    type: input.kind?.toUpperCase(),
  };
}

/** The client has parsed it. */
function toMailbox(input: AddressInput | undefined): EmailAddress | undefined {
  return typeof input === 'string' ? { address: input } : input;
}

type Listing<Filter> = Filter & { readonly cursor?: string | undefined };

/** `GET /templates`: pages are counted from 1, so the cursor is the number of the next page. */
export function convertToPlunkTemplateList(filter: Listing<TemplateFilter>): HttpRequest {
  const { search, kind, pageSize, cursor } = filter;
  const query = { page: cursor, pageSize, search, type: kind?.toUpperCase() };
  return { method: 'GET', path: '/templates', query };
}

/** The body of `POST /contacts` and `PATCH /contacts/:id`. */
export function convertToPlunkContact(input: ContactInput | ContactChanges): Record<string, unknown> {
  return { email: input.email, subscribed: input.subscribed, data: input.fields };
}

export function convertToPlunkContactList(filter: Listing<ContactFilter>): HttpRequest {
  const { search, subscribed, pageSize, cursor } = filter;
  return { method: 'GET', path: '/contacts', query: { limit: pageSize, cursor, search, subscribed } };
}

/** The path to one resource of a collection. */
export function pathOf(
  collection: 'contacts' | 'templates',
  id: string,
): Pick<HttpRequest, 'path' | 'pathTemplate'> {
  return { path: `/${collection}/${pathSegment(id)}`, pathTemplate: `/${collection}/{id}` };
}
