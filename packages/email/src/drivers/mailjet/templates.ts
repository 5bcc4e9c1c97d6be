import { defineRequest } from '@org/core/driver';
import {
  type AddressInput,
  type Change,
  cannotCarry,
  deleteItem,
  formatMailbox,
  getItem,
  itemRequest,
  readAddress,
  refuseFields,
  toDate,
} from '../../driver.ts';
import type { Template, TemplateChanges, TemplateFilter, TemplateInput } from '../../resources.ts';
import * as z from '../../wire/schema.ts';
import { getPage, oneOfWire, pageOfWire, provesDelete, provesWrite, provider, wireId } from './wire.ts';

const wireTemplate = z.object({
  ID: wireId(),
  Name: z.string(),
  Description: z.optionalText(),
  Purposes: z.nullish(z.union([z.string(), z.array(z.string())])),
  CreatedAt: z.optionalText(),
  LastUpdatedAt: z.optionalText(),
});

function mapTemplate(wire: z.infer<typeof wireTemplate>): Template {
  const purposes = [wire.Purposes ?? []].flat();
  const kind = (['transactional', 'marketing'] as const).find((known) => purposes.includes(known));
  return {
    id: `${wire.ID}`,
    name: wire.Name,
    description: wire.Description || undefined,
    kind,
    createdAt: toDate(wire.CreatedAt),
    updatedAt: toDate(wire.LastUpdatedAt),
  };
}

/** The header lines of a template: `From`, `Subject`, `Reply-To`. */
export type TemplateHeaders = Readonly<Record<string, string>>;

const wireContent = z.object({
  'Html-part': z.optionalText(),
  'Text-part': z.optionalText(),
  // Empty, it is a text.
  Headers: z.nullish(z.union([z.record(z.string(), z.unknown()), z.string()])),
});

/** The content of a template is a separate resource. */
export interface StoredContent {
  readonly fields: Partial<Template>;
  readonly headers: TemplateHeaders;
}

function mapContent(wire: z.infer<typeof wireContent>): StoredContent {
  const given = typeof wire.Headers === 'object' ? (wire.Headers ?? {}) : {};
  const headers = Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  ) as TemplateHeaders;
  const header = (name: string) =>
    Object.entries(headers).find(([given]) => given.toLowerCase() === name)?.[1] || undefined;
  const from = readAddress(header('from') ?? '');
  return {
    headers,
    fields: {
      html: wire['Html-part'] ?? undefined,
      text: wire['Text-part'] ?? undefined,
      subject: header('subject'),
      replyTo: header('reply-to'),
      from: 'value' in from ? from.value : undefined,
    },
  };
}

const mailboxOf = (input: AddressInput) => (typeof input === 'string' ? input : formatMailbox(input));

function encodeTemplate({ name, description, kind }: TemplateChanges): object {
  if (kind === 'headless')
    throw cannotCarry(provider, 'kind', "must be 'transactional' or 'marketing'", 'Use one of them.');
  return { Name: name, Description: description, Purposes: kind && [kind] };
}

/** The changed content; Mailjet stores all header lines as one value. */
export interface ContentChange {
  readonly id: string;
  readonly changes: TemplateChanges;
  readonly headers: TemplateHeaders;
}

function encodeContent({ changes, headers }: ContentChange): object {
  const { subject, html, text, from, replyTo } = changes;
  const lines = {
    ...(from === undefined ? {} : { From: mailboxOf(from) }),
    ...(subject === undefined ? {} : { Subject: subject }),
    ...(replyTo === undefined ? {} : { 'Reply-To': mailboxOf(replyTo) }),
  };
  const replaced = Object.keys(lines).map((name) => name.toLowerCase());
  const kept = Object.entries(headers).filter(([name]) => !replaced.includes(name.toLowerCase()));
  return { 'Html-part': html, 'Text-part': text, Headers: { ...Object.fromEntries(kept), ...lines } };
}

const base = '/v3/REST/template';

export const templateOperations = {
  'template.new': defineRequest({
    safety: 'unsafe',
    encode: (input: TemplateInput) => ({
      method: 'POST',
      path: base,
      json: encodeTemplate({ kind: 'transactional', ...input }),
    }),
    decode: oneOfWire(wireTemplate, ({ ID }) => `${ID}`),
    isAccepted: provesWrite,
  }),
  'template.putContent': defineRequest({
    safety: 'idempotent',
    encode: (change: ContentChange) =>
      itemRequest('PUT', `${base}/{id}/detailcontent`, change.id, encodeContent(change)),
    isAccepted: provesWrite,
  }),
  'template.base': getItem(`${base}/{id}`, oneOfWire(wireTemplate, mapTemplate)),
  'template.content': getItem(`${base}/{id}/detailcontent`, oneOfWire(wireContent, mapContent)),
  'template.list': defineRequest({
    safety: 'read',
    encode: (filter: TemplateFilter) => {
      refuseFields(provider, filter, ['search', 'kind']);
      return getPage('template', filter);
    },
    decode: pageOfWire(wireTemplate, mapTemplate),
  }),
  'template.put': defineRequest({
    safety: 'idempotent',
    encode: ({ id, changes }: Change<TemplateChanges>) =>
      itemRequest('PUT', `${base}/{id}`, id, encodeTemplate(changes)),
    isAccepted: provesWrite,
  }),
  'template.delete': deleteItem(`${base}/{id}`, provesDelete),
};
