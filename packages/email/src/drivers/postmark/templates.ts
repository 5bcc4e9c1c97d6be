import { BadRequestError, defineOperation, type Failure, type HttpRequest } from '@org/core';
import {
  jsonSchema,
  memoise,
  type Page,
  type RenderedTemplate,
  readJson,
  redactAddresses,
  refuseFields,
  type Template,
  type TemplateChanges,
  type TemplateFilter,
  type TemplateInput,
  type TemplateVariables,
} from '../../driver.ts';
import * as z from '../../wire/schema.ts';
import { classifyPostmarkFailure, errorCodeOf } from './errors.ts';
import { nextOffset } from './paging.ts';

const text = () => z.optional(z.nullable(z.string()));
const wireTemplate = memoise(() =>
  z.object({
    TemplateId: z.number(),
    Name: z.string(),
    Subject: text(),
    HtmlBody: text(),
    TextBody: text(),
    Active: z.optional(z.boolean()),
  }),
);
const wirePage = memoise(() => z.object({ TotalCount: z.number(), Templates: z.array(wireTemplate()) }));

type WireTemplate = z.infer<ReturnType<typeof wireTemplate>>;

function mapTemplate(wire: WireTemplate): Template {
  const { Subject: subject, HtmlBody: html, TextBody: text, Active } = wire;
  return {
    id: String(wire.TemplateId),
    name: wire.Name,
    ...(subject ? { subject } : {}),
    ...(html ? { html } : {}),
    ...(text ? { text } : {}),
    ...(Active === undefined ? {} : { status: Active ? 'active' : 'inactive' }),
  };
}

const template = jsonSchema(wireTemplate, mapTemplate);

const pathOf = (id: string): Pick<HttpRequest, 'path' | 'params'> => ({
  path: '/templates/{id}',
  params: { id },
});

function encodeTemplate(input: TemplateChanges): Record<string, unknown> {
  refuseFields('postmark', input, ['from', 'replyTo', 'description', 'kind']);
  return { Name: input.name, Subject: input.subject, HtmlBody: input.html, TextBody: input.text };
}

export const templateOperations = {
  'template.create': defineOperation<TemplateInput, Template>({
    name: 'template.create',
    safety: 'unsafe',
    encode: (input) => ({ method: 'POST', path: '/templates', json: encodeTemplate(input) }),
    isAccepted: (response) => readJson(wireTemplate, response.json()) !== undefined,
    // The response has no content.
    decode: (response, { subject, html, text }) => ({
      ...mapTemplate(wireTemplate().parse(response.json())),
      subject,
      html,
      ...(text === undefined ? {} : { text }),
    }),
  }),
  'template.get': defineOperation({
    name: 'template.get',
    safety: 'read',
    encode: (id: string) => ({ method: 'GET', ...pathOf(id) }),
    decode: template,
  }),
  'template.list': defineOperation<TemplateFilter, Page<Template>>({
    name: 'template.list',
    safety: 'read',
    encode: (filter) => {
      refuseFields('postmark', filter, ['search', 'kind']);
      const { pageSize = 100, cursor = '0' } = filter;
      const query = { Count: Math.min(pageSize, 500), Offset: cursor, TemplateType: 'Standard' };
      return { method: 'GET', path: '/templates', query };
    },
    decode: (response, { cursor }) => {
      const { TotalCount, Templates } = wirePage().parse(response.json());
      return {
        items: Templates.map(mapTemplate),
        nextCursor: nextOffset(cursor, Templates.length, TotalCount),
      };
    },
  }),
  /** One request of `template.update`. */
  'template.put': defineOperation({
    name: 'template.update',
    safety: 'idempotent',
    encode: ({ id, changes }: { readonly id: string; readonly changes: TemplateChanges }) => ({
      method: 'PUT',
      ...pathOf(id),
      json: encodeTemplate(changes),
    }),
    isAccepted: (response) => readJson(wireTemplate, response.json()) !== undefined,
    decode: template,
  }),
  'template.delete': defineOperation({
    name: 'template.delete',
    safety: 'idempotent',
    encode: (id: string) => ({ method: 'DELETE', ...pathOf(id) }),
    isAccepted: (response) => errorCodeOf(response.json()) === 0,
    decode: () => undefined,
  }),
  /** One request of `template.render`. */
  'template.validate': defineOperation({
    name: 'template.render',
    safety: 'read',
    encode: ({
      content,
      variables,
    }: {
      readonly content: Template;
      readonly variables: TemplateVariables;
    }) => ({
      method: 'POST',
      path: '/templates/validate',
      json: {
        Subject: content.subject,
        HtmlBody: content.html,
        TextBody: content.text,
        TestRenderModel: variables,
      },
    }),
    classify: (response, context) =>
      classifyPostmarkFailure(response, context) ?? classifyInvalid(response.json()),
    decode: jsonSchema(() => wireRendered(), mapRendered),
  }),
};

const section = () =>
  z.optional(
    z.nullable(
      z.object({
        RenderedContent: text(),
        ValidationErrors: z.optional(z.nullable(z.array(z.object({ Message: z.string() })))),
      }),
    ),
  );
const wireRendered = memoise(() =>
  z.object({
    AllContentIsValid: z.boolean(),
    Subject: section(),
    HtmlBody: section(),
    TextBody: section(),
  }),
);

function mapRendered(wire: z.infer<ReturnType<typeof wireRendered>>): RenderedTemplate {
  const [subject, html, text] = [wire.Subject, wire.HtmlBody, wire.TextBody].map(
    (part) => part?.RenderedContent ?? undefined,
  );
  return {
    ...(subject === undefined ? {} : { subject }),
    ...(html === undefined ? {} : { html }),
    ...(text === undefined ? {} : { text }),
  };
}

/** A template that cannot be rendered is a 200. */
function classifyInvalid(json: unknown): Failure | undefined {
  const wire = readJson(wireRendered, json);
  if (wire?.AllContentIsValid !== false) return undefined;
  const problems = [wire.Subject, wire.HtmlBody, wire.TextBody].flatMap(
    (part) => part?.ValidationErrors ?? [],
  );
  return {
    type: BadRequestError,
    message: 'Postmark cannot render the template.',
    words: problems.map(({ Message }) => Message).join(' '),
    redact: redactAddresses,
    outcome: 'not-sent',
    replay: 'never',
  };
}
