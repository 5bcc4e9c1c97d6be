import { defineRequest } from '@org/core/driver';
import {
  cannotCarry,
  deleteItem,
  getItem,
  itemRequest,
  jsonSchema,
  refuseFields,
  toDate,
} from '../../../driver.ts';
import type { Template, TemplateChanges, TemplateFilter } from '../../../resources.ts';
import * as z from '../../../wire/schema.ts';
import { hasId, isGone } from '../wire.ts';
import { pageOf } from './page.ts';

const wireVersion = z.object({
  id: z.string(),
  active: z.nullish(z.number()),
  name: z.optionalText(),
  subject: z.optionalText(),
  html_content: z.optionalText(),
  plain_content: z.optionalText(),
});

const wireTemplate = z.object({
  id: z.string(),
  name: z.string(),
  updated_at: z.optionalText(),
  versions: z.nullish(z.array(wireVersion)),
});

/** The content of a template: SendGrid keeps it in versions, of which one is active. */
export type TemplateVersion = z.infer<typeof wireVersion>;
export type WireTemplate = z.infer<typeof wireTemplate>;

export function activeVersion({ versions }: WireTemplate): TemplateVersion | undefined {
  return versions?.find(({ active }) => active === 1);
}

export function mapTemplate(wire: WireTemplate): Template {
  const version = activeVersion(wire);
  return {
    id: wire.id,
    name: wire.name,
    subject: version?.subject ?? undefined,
    html: version?.html_content ?? undefined,
    text: version?.plain_content || undefined,
    kind: 'transactional',
    // `2020-11-12 12:00:09`, without an offset: UTC.
    updatedAt: toDate(wire.updated_at && `${wire.updated_at.replace(' ', 'T')}Z`),
  };
}

/** @throws UnsupportedError for a field that templates of SendGrid do not have */
export function checkTemplate(input: TemplateChanges): void {
  refuseFields('sendgrid', input, ['from', 'replyTo', 'description']);
  if (input.kind !== undefined && input.kind !== 'transactional')
    throw cannotCarry('sendgrid', 'kind', "can only be 'transactional'");
}

/** The body of a version: SendGrid requires a name and a subject, also for a change. */
export interface VersionInput {
  readonly templateId: string;
  /** `undefined` for a new version. */
  readonly versionId?: string | undefined;
  readonly name: string;
  readonly subject: string;
  readonly html?: string | undefined;
  readonly text?: string | undefined;
}

function encodeVersion({ name, subject, html, text }: VersionInput): object {
  return {
    name,
    subject,
    html_content: html,
    plain_content: text,
    generate_plain_content: text === undefined ? undefined : false,
    active: 1,
  };
}

const base = '/v3/templates';

export const templateOperations = {
  'template.get': getItem(`${base}/{template_id}`, jsonSchema(wireTemplate, mapTemplate)),
  'template.read': getItem(`${base}/{template_id}`, wireTemplate),
  'template.list': defineRequest({
    safety: 'read',
    encode: (filter: TemplateFilter) => {
      refuseFields('sendgrid', filter, ['search']);
      checkTemplate({ kind: filter.kind });
      const query = {
        generations: 'legacy,dynamic',
        page_size: Math.min(filter.pageSize ?? 100, 200),
        page_token: filter.cursor,
      };
      return { method: 'GET', path: base, query };
    },
    decode: pageOf(wireTemplate, mapTemplate),
  }),
  'template.createEmpty': defineRequest({
    safety: 'unsafe',
    encode: (name: string) => ({ method: 'POST', path: base, json: { name, generation: 'dynamic' } }),
    decode: wireTemplate,
    isAccepted: hasId,
  }),
  'template.rename': defineRequest({
    safety: 'idempotent',
    encode: ({ id, name }: { readonly id: string; readonly name: string }) =>
      itemRequest('PATCH', `${base}/{template_id}`, id, { name }),
    decode: wireTemplate,
    isAccepted: hasId,
  }),
  'template.addVersion': defineRequest({
    safety: 'unsafe',
    encode: (input: VersionInput) => ({
      method: 'POST',
      path: `${base}/{template_id}/versions`,
      params: { template_id: input.templateId },
      json: encodeVersion(input),
    }),
    decode: wireVersion,
    isAccepted: hasId,
  }),
  'template.changeVersion': defineRequest({
    safety: 'idempotent',
    encode: (input: VersionInput) => ({
      method: 'PATCH',
      path: `${base}/{template_id}/versions/{version_id}`,
      params: { template_id: input.templateId, version_id: input.versionId ?? '' },
      json: encodeVersion(input),
    }),
    decode: wireVersion,
    isAccepted: hasId,
  }),
  'template.delete': deleteItem(`${base}/{template_id}`, isGone),
  'template.duplicate': defineRequest({
    safety: 'unsafe',
    encode: (id: string) => itemRequest('POST', `${base}/{template_id}`, id, {}),
    decode: jsonSchema(wireTemplate, mapTemplate),
    isAccepted: hasId,
  }),
};
