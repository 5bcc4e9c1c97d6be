import type { HttpRequest } from '@org/core';
import {
  cannotCarry,
  type EmailAddress,
  encodeBase64,
  formatMailbox,
  headersOf,
  messageOptions,
  type PreparedMessage,
  tagText,
  undefinedIfEmpty,
} from '../../driver.ts';
import { formOf, hasList } from './address-forms.ts';
import { bodyOf } from './paths.ts';
import type { AddressField, AddressForm, GenericSend, GenericService } from './table.ts';

/** The request that sends a message, as the table has it. */
export function encodeSend(message: PreparedMessage, { name, send }: GenericService): HttpRequest {
  const { fields, options = {} } = send;
  const addressesOf = (field: Exclude<AddressField, 'from'>) => {
    const list = message[field].map((each, index) =>
      encodeAddress(each, formOf(send, field), `${field}[${index}]`, name),
    );
    return hasList(send, field) ? undefinedIfEmpty(list) : list[0];
  };
  const { template, sendAt, tracking, metadata } = message;
  if (template !== undefined && template.variables.size > 0 && fields.variables === undefined)
    throw cannotCarry(name, 'template.variables', 'are not possible: the service has no such field');
  const readers = Object.fromEntries(
    Object.keys(options).map((option) => [option, (value: unknown) => value]),
  );
  const given = messageOptions(message, name, readers);
  const json = bodyOf(
    [
      [fields.from, message.from && encodeAddress(message.from, formOf(send, 'from'), 'from', name)],
      [fields.to, addressesOf('to')],
      [fields.cc, addressesOf('cc')],
      [fields.bcc, addressesOf('bcc')],
      [fields.replyTo, addressesOf('replyTo')],
      [fields.subject, message.subject],
      [fields.html, message.html],
      [fields.text, message.text],
      [fields.headers, headersOf(message)],
      [fields.attachments, undefinedIfEmpty(encodeAttachments(message, send))],
      [fields.tags, undefinedIfEmpty(message.tags.map(tagText))],
      [fields.metadata, metadata.size === 0 ? undefined : Object.fromEntries(metadata)],
      [fields.sendAt, sendAt && encodeTime(sendAt, send)],
      [fields.stream, message.stream],
      [fields.sandbox, message.sandbox || undefined],
      [fields.trackOpens, tracking.opens],
      [fields.trackClicks, tracking.clicks],
      [fields.template, template?.id],
      [fields.variables, template && Object.fromEntries(template.variables)],
      ...Object.entries(given).map(([option, value]) => [options[option], value] as const),
    ],
    send.constants,
  );
  return { method: 'POST', path: send.path, json };
}

function encodeAddress(mailbox: EmailAddress, form: AddressForm, path: string, provider: string): unknown {
  if (form === 'text') return formatMailbox(mailbox);
  const { address, name } = mailbox;
  if (name !== undefined && (form === 'address' || form.name === undefined))
    throw cannotCarry(provider, path, 'has a name, which the service does not take');
  if (form === 'address') return address;
  return bodyOf(
    [
      [form.address, address],
      [form.name, name],
    ],
    form.constants,
  );
}

function encodeAttachments(
  { attachments }: PreparedMessage,
  { attachment: names }: GenericSend,
): readonly object[] {
  if (names === undefined) return [];
  return attachments.map(({ filename, content, contentType, disposition, contentId }) =>
    bodyOf([
      [names.filename, filename],
      [names.content, encodeBase64(content)],
      [names.contentType, contentType],
      [names.disposition, disposition],
      [names.contentId, contentId],
    ]),
  );
}

function encodeTime(at: Date, { time = 'iso' }: GenericSend): string | number {
  return time === 'iso' ? at.toISOString() : Math.floor(at.getTime() / 1_000);
}
