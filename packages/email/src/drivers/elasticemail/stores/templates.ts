import { defineRequest, textAt } from '@org/core/driver';
import {
  cannotCarry,
  deleteItem,
  getItem,
  itemRequest,
  jsonSchema,
  type Page,
  refuseFields,
} from '../../../driver.ts';
import type { Template, TemplateChanges, TemplateFilter, TemplateInput } from '../../../resources.ts';
import * as z from '../../../wire/schema.ts';
import { classifyMissing } from '../errors.ts';
import { isGone, pageOf, pageQuery, toInstant } from '../wire.ts';

const wireTemplate = z.object({
  Name: z.string(),
  Subject: z.optionalText(),
  DateAdded: z.optionalText(),
  TemplateScope: z.optionalText(),
  Body: z.nullish(z.array(z.object({ ContentType: z.string(), Content: z.optionalText() }))),
});
const wireTemplates = z.array(wireTemplate);

/** The name is the id. */
function mapTemplate({ Name, Subject, DateAdded, Body }: z.infer<typeof wireTemplate>): Template {
  const part = (type: string) => Body?.find(({ ContentType }) => ContentType === type)?.Content ?? undefined;
  return {
    id: Name,
    name: Name,
    subject: Subject ?? undefined,
    html: part('HTML'),
    text: part('PlainText'),
    createdAt: toInstant(DateAdded),
  };
}

/** @throws UnsupportedError for a field that templates of Elastic Email do not have */
export function checkTemplate(input: TemplateChanges): void {
  refuseFields('elasticemail', input, ['from', 'replyTo', 'description']);
  if (input.kind !== undefined && input.kind !== 'transactional')
    throw cannotCarry('elasticemail', 'kind', "can only be 'transactional'");
}

/** A whole template, in its scope: `Personal`, or `Global` for all subaccounts. */
export interface WholeTemplate extends Pick<Template, 'name' | 'subject' | 'html' | 'text'> {
  readonly scope: string;
}

function encodeTemplate({ name, subject, html, text, scope }: WholeTemplate): object {
  const body = [
    { ContentType: 'HTML', Content: html, Charset: 'utf-8' },
    { ContentType: 'PlainText', Content: text, Charset: 'utf-8' },
  ];
  return {
    Name: name,
    Subject: subject,
    Body: body.filter(({ Content }) => Content !== undefined),
    TemplateScope: scope,
  };
}

const decodeTemplate = jsonSchema(wireTemplate, mapTemplate);

export const templateOperations = {
  'template.create': defineRequest({
    safety: 'unsafe',
    encode: (input: TemplateInput) => {
      checkTemplate(input);
      return { method: 'POST', path: '/templates', json: encodeTemplate({ ...input, scope: 'Personal' }) };
    },
    decode: decodeTemplate,
    isAccepted: (response) => textAt(response.json(), 'Name') !== undefined,
  }),
  'template.get': getItem('/templates/{name}', decodeTemplate),
  'template.read': getItem(
    '/templates/{name}',
    jsonSchema(
      wireTemplate,
      (wire): WholeTemplate => ({ ...mapTemplate(wire), scope: wire.TemplateScope ?? 'Personal' }),
    ),
  ),
  'template.list': defineRequest({
    safety: 'read',
    encode: (filter: TemplateFilter) => {
      refuseFields('elasticemail', filter, ['search']);
      checkTemplate({ kind: filter.kind });
      const query = { scopeType: ['Personal', 'Global'], ...pageQuery(filter) };
      return { method: 'GET', path: '/templates', query };
    },
    decode: (response, filter): Page<Template> =>
      pageOf(wireTemplates.parse(response.json()).map(mapTemplate), filter),
  }),
  /** Replaces the whole template. */
  'template.replace': defineRequest({
    safety: 'idempotent',
    encode: ({ id, template }: { readonly id: string; readonly template: WholeTemplate }) =>
      itemRequest('PUT', '/templates/{name}', id, encodeTemplate(template)),
    decode: decodeTemplate,
    isAccepted: (response) => textAt(response.json(), 'Name') !== undefined,
  }),
  'template.delete': deleteItem('/templates/{name}', isGone, classifyMissing),
};
