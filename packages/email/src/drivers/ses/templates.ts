import { defineRequest } from '@org/core/driver';
import {
  cannotCarry,
  deleteItem,
  getItem,
  inGroup,
  itemRequest,
  jsonSchema,
  type Page,
  refuseFields,
} from '../../driver.ts';
import type {
  RenderedTemplate,
  Template,
  TemplateFilter,
  TemplateInput,
  TemplateVariables,
} from '../../resources.ts';
import * as z from '../../wire/schema.ts';
import { readRenderedMail } from './rendered-mail.ts';
import { provesCall, timeOf } from './response.ts';

const collection = '/v2/email/templates';
const item = `${collection}/{name}`;

/** The content of a template; its name is its id. */
export interface SesTemplateContent {
  readonly subject?: string | undefined;
  readonly html?: string | undefined;
  readonly text?: string | undefined;
}

const content = () => z.object({ Subject: z.optionalText(), Text: z.optionalText(), Html: z.optionalText() });

const template = jsonSchema(
  z.object({ TemplateName: z.string(), TemplateContent: content() }),
  ({ TemplateName: name, TemplateContent: { Subject, Html, Text } }): Template => ({
    id: name,
    name,
    ...(Subject == null ? {} : { subject: Subject }),
    ...(Html == null ? {} : { html: Html }),
    ...(Text == null ? {} : { text: Text }),
  }),
);

const templatePage = jsonSchema(
  z.object({
    TemplatesMetadata: z.array(
      z.object({ TemplateName: z.string(), CreatedTimestamp: z.nullish(z.number()) }),
    ),
    NextToken: z.optionalText(),
  }),
  ({ TemplatesMetadata, NextToken }): Page<Template> => ({
    items: TemplatesMetadata.map(({ TemplateName: name, CreatedTimestamp }) => {
      const createdAt = timeOf(CreatedTimestamp);
      return { id: name, name, ...(createdAt === undefined ? {} : { createdAt }) };
    }),
    nextCursor: NextToken ?? undefined,
  }),
);

const rendered = jsonSchema(
  z.object({ RenderedTemplate: z.string() }),
  ({ RenderedTemplate }): RenderedTemplate => readRenderedMail(RenderedTemplate),
);

function encodeContent({ subject, html, text }: SesTemplateContent): object {
  return { Subject: subject, Html: html, Text: text };
}

/** What SES has no field for. A template is transactional: it has no other kind. */
export function checkTemplate(input: Partial<TemplateInput>): void {
  refuseFields('ses', input, ['from', 'replyTo', 'description']);
  if ((input.kind ?? 'transactional') !== 'transactional')
    throw cannotCarry('ses', 'kind', "must be 'transactional': SES has no other templates");
}

export const templateOperations = {
  'template.create': defineRequest({
    safety: 'unsafe',
    limitGroup: 'template.create',
    encode: (input: TemplateInput) => {
      checkTemplate(input);
      const json = { TemplateName: input.name, TemplateContent: encodeContent(input) };
      return { method: 'POST', path: collection, json };
    },
    isAccepted: provesCall,
    decode: (_response, { name, subject, html, text }): Template => ({
      id: name,
      name,
      subject,
      html,
      ...(text === undefined ? {} : { text }),
    }),
  }),
  ...inGroup('template.get', { 'template.get': getItem(item, template) }),
  'template.list': defineRequest({
    safety: 'read',
    limitGroup: 'template.list',
    encode: (filter: TemplateFilter) => {
      refuseFields('ses', filter, ['search', 'kind']);
      return {
        method: 'GET',
        path: collection,
        query: { PageSize: filter.pageSize, NextToken: filter.cursor },
      };
    },
    decode: templatePage,
  }),
  // Replaces the whole content: a part that is left out is removed.
  'template.replace': defineRequest({
    safety: 'idempotent',
    limitGroup: 'template.replace',
    encode: ({ id, content }: { readonly id: string; readonly content: SesTemplateContent }) =>
      itemRequest('PUT', item, id, { TemplateContent: encodeContent(content) }),
    isAccepted: provesCall,
  }),
  ...inGroup('template.delete', { 'template.delete': deleteItem(item, provesCall) }),
  'template.render': defineRequest({
    safety: 'read',
    limitGroup: 'template.render',
    encode: ({ id, variables }: { readonly id: string; readonly variables: TemplateVariables }) =>
      itemRequest('POST', `${item}/render`, id, { TemplateData: JSON.stringify(variables) }),
    decode: rendered,
  }),
};
