import type { HttpRequest } from '@org/core';
import { bodyOf, mapNames } from '@org/core/tables';
import {
  type Attachment,
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
import { type AddressField, formOf, type GenericService, hasList, type MessageFields } from './table.ts';

type Reader = (message: PreparedMessage, service: GenericService) => unknown;

/** The value of each field, in the order of the recipients of a common list. */
const readers: { readonly [Field in keyof MessageFields]-?: Reader } = {
  from: ({ from }, service) => from && encodeAddress(from, 'from', 'from', service),
  to: addressesOf('to'),
  cc: addressesOf('cc'),
  bcc: addressesOf('bcc'),
  replyTo: addressesOf('replyTo'),
  subject: ({ subject }) => subject,
  html: ({ html }) => html,
  text: ({ text }) => text,
  headers: headersOf,
  attachments: encodeAttachments,
  tags: ({ tags }) => undefinedIfEmpty(tags.map(tagText)),
  metadata: ({ metadata }) => (metadata.size === 0 ? undefined : Object.fromEntries(metadata)),
  sendAt: ({ sendAt }, { send }) =>
    send.time === 'seconds' ? sendAt && Math.floor(sendAt.getTime() / 1_000) : sendAt?.toISOString(),
  stream: ({ stream }) => stream,
  sandbox: ({ sandbox }) => sandbox || undefined,
  trackOpens: ({ tracking }) => tracking.opens,
  trackClicks: ({ tracking }) => tracking.clicks,
  template: ({ template }) => template?.id,
  variables: ({ template }) => template && Object.fromEntries(template.variables),
};

/** The request that sends a message, as the table has it. */
export function encodeSend(message: PreparedMessage, service: GenericService): HttpRequest {
  const { name, send } = service;
  const { path, fields, options = {}, constants } = send;
  if ((message.template?.variables.size ?? 0) > 0 && fields.variables === undefined)
    throw cannotCarry(name, 'template.variables', 'are not possible: the service has no such field');
  const given = messageOptions(
    message,
    name,
    mapNames(options, () => (value: unknown) => value),
  );
  const values = Object.entries(readers).flatMap(([field, read]) => {
    const place = fields[field as keyof MessageFields];
    return place === undefined ? [] : [[place, read(message, service)] as const];
  });
  const ofOptions = Object.entries(given).map(([option, value]) => [options[option], value] as const);
  const json = bodyOf([...values, ...ofOptions], constants);
  return { method: 'POST', path, json };
}

function addressesOf(field: Exclude<AddressField, 'from'>): Reader {
  return (message, service) => {
    const list = message[field].map((each, at) => encodeAddress(each, field, `${field}[${at}]`, service));
    return hasList(service.send, field) ? undefinedIfEmpty(list) : list[0];
  };
}

function encodeAddress(mailbox: EmailAddress, field: string, path: string, service: GenericService): unknown {
  const form = formOf(service.send, field);
  if (form === 'text') return formatMailbox(mailbox);
  const { address, name } = mailbox;
  if (name !== undefined && (form === 'address' || form.name === undefined))
    throw cannotCarry(service.name, path, 'has a name, which the service does not take');
  return form === 'address'
    ? address
    : bodyOf([[form.address, address] as const, [form.name, name] as const], form.constants);
}

function encodeAttachments({ attachments }: PreparedMessage, { send }: GenericService): unknown {
  const { attachment: names } = send;
  const encode = (file: Attachment) => {
    const values = { ...file, content: encodeBase64(file.content) };
    return bodyOf(Object.entries(names ?? {}).map(([field, place]) => [place, values[field as 'filename']]));
  };
  return names && undefinedIfEmpty(attachments.map(encode));
}
