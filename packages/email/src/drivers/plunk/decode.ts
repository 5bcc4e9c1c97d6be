import type { ServiceResponse } from '@org/core';
import { textAt } from '@org/core/driver';
import { jsonSchema, ownValue, type Page, toDate } from '../../driver.ts';
import type { Contact, Template, TemplateKind, UpsertedContact } from '../../resources.ts';
import * as z from '../../wire/schema.ts';
import { hasField, withoutUndefined } from './failure-body.ts';

const kinds = new Map<string, TemplateKind>([
  ['TRANSACTIONAL', 'transactional'],
  ['MARKETING', 'marketing'],
  ['HEADLESS', 'headless'],
]);

const wireTemplate = z.object({
  id: z.string(),
  name: z.string(),
  description: z.optionalText(),
  subject: z.optionalText(),
  body: z.optionalText(),
  from: z.optionalText(),
  fromName: z.optionalText(),
  replyTo: z.optionalText(),
  type: z.optionalText(),
  createdAt: z.optionalText(),
  updatedAt: z.optionalText(),
});

const wireContact = z.object({
  id: z.string(),
  email: z.string(),
  subscribed: z.boolean(),
  data: z.nullish(z.looseObject({})),
  createdAt: z.optionalText(),
  updatedAt: z.optionalText(),
  _meta: z.nullish(z.object({ isNew: z.nullish(z.boolean()) })),
});

function mapTemplate(wire: z.infer<typeof wireTemplate>): Template {
  const { from: address, fromName: name } = wire;
  return withoutUndefined({
    id: wire.id,
    name: wire.name,
    description: wire.description ?? undefined,
    subject: wire.subject ?? undefined,
    html: wire.body ?? undefined,
    from: address ? withoutUndefined({ address, name: name || undefined }) : undefined,
    replyTo: wire.replyTo ?? undefined,
    kind: kinds.get(wire.type ?? ''),
    createdAt: toDate(wire.createdAt),
    updatedAt: toDate(wire.updatedAt),
  });
}

function mapContact(wire: z.infer<typeof wireContact>): Contact {
  return withoutUndefined({
    id: wire.id,
    email: wire.email,
    subscribed: wire.subscribed,
    firstName: textAt(wire.data, 'firstName'),
    lastName: textAt(wire.data, 'lastName'),
    fields: wire.data ?? {},
    createdAt: toDate(wire.createdAt),
    updatedAt: toDate(wire.updatedAt),
  });
}

export const plunkTemplate = jsonSchema(wireTemplate, mapTemplate);

export const plunkContact = jsonSchema(wireContact, mapContact);

export const plunkUpsertedContact = jsonSchema(
  wireContact,
  (wire): UpsertedContact => ({
    contact: mapContact(wire),
    created: wire._meta?.isNew ?? undefined,
  }),
);

const templatePage = z.object({ data: z.array(wireTemplate), page: z.number(), totalPages: z.number() });

export const plunkTemplatePage = jsonSchema(
  templatePage,
  ({ data, page, totalPages }): Page<Template> => ({
    items: data.map(mapTemplate),
    nextCursor: page < totalPages ? String(page + 1) : undefined,
  }),
  (json) => listIn(json, 'templates'),
);

const contactPage = z.object({
  data: z.array(wireContact),
  cursor: z.optionalText(),
  hasMore: z.nullish(z.boolean()),
});

export const plunkContactPage = jsonSchema(
  contactPage,
  ({ data, cursor, hasMore }): Page<Contact> => ({
    items: data.map(mapContact),
    nextCursor: hasMore === false ? undefined : (cursor ?? undefined),
  }),
  (json) => listIn(json, 'contacts'),
);

/**
 * A list is in `data`; older versions name it after its items (`apps/wiki/openapi.json` of Plunk's source,
 * April 2026).
 */
function listIn(json: unknown, olderName: string): unknown {
  if (typeof json !== 'object' || json === null || 'data' in json) return json;
  return { ...json, data: ownValue(json, olderName) };
}

/** Does a 2xx response to a write prove that it was done? It contains the resource with its id. */
export function provesWrite(answer: ServiceResponse): boolean {
  return hasField(answer, 'id');
}

/** The response to a deletion is 204 without a body. */
export function provesDelete(answer: ServiceResponse): boolean {
  return answer.status === 204 || hasField(answer, 'success', true) || hasField(answer, 'id');
}
