import type { HttpRequest } from '@org/core';
import { invalidInput } from '@org/core/driver';
import {
  type AddressInput,
  type Attachment,
  cannotCarry,
  type EmailAddress,
  encodeBase64,
  headersOf,
  messageOptions,
  type PreparedMessage,
  readBoolean,
  refuseFields,
} from '../../driver.ts';
import type {
  ContactChanges,
  ContactFilter,
  ContactInput,
  TemplateChanges,
  TemplateFilter,
} from '../../resources.ts';
import type { PlunkMessageOptions } from './options.ts';

const optionReaders = {
  subscribed: readBoolean,
  persistVariables: readBoolean,
  placeholders: readBoolean,
};

/** `POST /v1/send` (docs.useplunk.com, API reference, "Send an email"). */
export function convertToPlunkSend(message: PreparedMessage): HttpRequest {
  const options: PlunkMessageOptions = messageOptions(message, 'plunk', optionReaders);
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
    throw cannotCarry('plunk', 'subject', 'has {{ or {%, which Plunk replaces', advice);
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
      throw cannotCarry(
        'plunk',
        `template.variables.${key}`,
        'is a name that Plunk reserves',
        'Use another name.',
      );
    return [key, persistVariables ? value : { value, persistent: false }] as const;
  });
  return Object.fromEntries(entries);
}

function convertToPlunkAttachment(attachment: Attachment, index: number): Record<string, unknown> {
  const { filename, content, contentType, disposition, contentId } = attachment;
  if (filename.includes('"'))
    throw invalidInput(`attachments[${index}].filename`, 'must not contain a quotation mark');
  return { filename, content: encodeBase64(content), contentType, disposition, contentId };
}

/** The body of `POST /templates` and `PATCH /templates/:id`. */
export function convertToPlunkTemplate(input: TemplateChanges): Record<string, unknown> {
  refuseFields('plunk', input, ['text']);
  const from = toMailbox(input.from);
  const replyTo = toMailbox(input.replyTo);
  if (replyTo?.name !== undefined)
    throw cannotCarry(
      'plunk',
      'replyTo',
      'has a name, which Plunk does not store',
      'Give the address alone.',
    );
  return {
    name: input.name,
    description: input.description,
    subject: input.subject,
    body: input.html,
    from: from?.address,
    fromName: from?.name,
    replyTo: replyTo?.address,
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
  return { email: input.email, subscribed: input.subscribed, data: fieldsOf(input) };
}

/** Plunk's own examples keep the names of a person in these fields. */
export function fieldsOf({ fields, firstName, lastName }: ContactChanges): ContactInput['fields'] {
  if (firstName === undefined && lastName === undefined) return fields;
  return {
    ...fields,
    ...(firstName === undefined ? {} : { firstName }),
    ...(lastName === undefined ? {} : { lastName }),
  };
}

export function convertToPlunkContactList(filter: Listing<ContactFilter>): HttpRequest {
  const { search, subscribed, pageSize, cursor } = filter;
  return { method: 'GET', path: '/contacts', query: { limit: pageSize, cursor, search, subscribed } };
}
