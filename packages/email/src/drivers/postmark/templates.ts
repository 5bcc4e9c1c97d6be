import { BadRequestError, type Failure } from '@org/core';
import { defineRequest } from '@org/core/driver';
import {
  type Change,
  deleteItem,
  getItem,
  itemRequest,
  jsonSchema,
  nextOffset,
  offsetOf,
  type Page,
  readJson,
  redactAddresses,
  refuseFields,
} from '../../driver.ts';
import type {
  RenderedTemplate,
  Template,
  TemplateChanges,
  TemplateFilter,
  TemplateInput,
  TemplateVariables,
} from '../../resources.ts';
import * as z from '../../wire/schema.ts';
import { classifyPostmarkFailure, errorCodeOf } from './errors.ts';

const wireTemplate = z.object({
  TemplateId: z.number(),
  Name: z.string(),
  Subject: z.optionalText(),
  HtmlBody: z.optionalText(),
  TextBody: z.optionalText(),
  Active: z.optional(z.boolean()),
});
const wirePage = z.object({ TotalCount: z.number(), Templates: z.array(wireTemplate) });

function mapTemplate(wire: z.infer<typeof wireTemplate>): Template {
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

function encodeTemplate(input: TemplateChanges): Record<string, unknown> {
  refuseFields('postmark', input, ['from', 'replyTo', 'description', 'kind']);
  return { Name: input.name, Subject: input.subject, HtmlBody: input.html, TextBody: input.text };
}

const section = () =>
  z.nullish(
    z.object({
      RenderedContent: z.optionalText(),
      ValidationErrors: z.nullish(z.array(z.object({ Message: z.string() }))),
    }),
  );
const wireRendered = z.object({
  AllContentIsValid: z.boolean(),
  Subject: section(),
  HtmlBody: section(),
  TextBody: section(),
});

export const templateOperations = {
  'template.create': defineRequest<TemplateInput, Template>({
    safety: 'unsafe',
    encode: (input) => ({ method: 'POST', path: '/templates', json: encodeTemplate(input) }),
    isAccepted: (response) => readJson(wireTemplate, response.json()) !== undefined,
    // The response has no content.
    decode: (response, { subject, html, text }) => ({
      ...mapTemplate(wireTemplate.parse(response.json())),
      subject,
      html,
      ...(text === undefined ? {} : { text }),
    }),
  }),
  'template.get': getItem('/templates/{id}', template),
  'template.list': defineRequest<TemplateFilter, Page<Template>>({
    safety: 'read',
    encode: (filter) => {
      refuseFields('postmark', filter, ['search', 'kind']);
      const { pageSize = 100, cursor } = filter;
      const query = { Count: Math.min(pageSize, 500), Offset: offsetOf(cursor), TemplateType: 'Standard' };
      return { method: 'GET', path: '/templates', query };
    },
    decode: (response, { cursor }) => {
      const { TotalCount, Templates } = wirePage.parse(response.json());
      return {
        items: Templates.map(mapTemplate),
        nextCursor: nextOffset(cursor, Templates.length, { total: TotalCount }),
      };
    },
  }),
  /** One request of `template.update`. */
  'template.put': defineRequest({
    safety: 'idempotent',
    encode: ({ id, changes }: Change<TemplateChanges>) =>
      itemRequest('PUT', '/templates/{id}', id, encodeTemplate(changes)),
    isAccepted: (response) => readJson(wireTemplate, response.json()) !== undefined,
    decode: template,
  }),
  'template.delete': deleteItem('/templates/{id}', (response) => errorCodeOf(response.json()) === 0),
  /** One request of `template.render`. */
  'template.validate': defineRequest({
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
    decode: jsonSchema(wireRendered, mapRendered),
  }),
};

function mapRendered(wire: z.infer<typeof wireRendered>): RenderedTemplate {
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
