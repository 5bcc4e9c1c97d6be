import type { Schema, SchemaResult } from '@org/core';
import * as z from 'zod/mini';
import { lazily, lazySchema } from '../../internal/lazily.ts';
import type { Contact, UpsertedContact } from '../../model/contact.ts';
import type { Page } from '../../model/page.ts';
import type { Template, TemplateKind } from '../../model/template.ts';

const text = lazily(() => z.optional(z.nullable(z.string())));

const wireTemplate = lazily(() =>
  z.object({
    id: z.string(),
    name: z.string(),
    description: text(),
    subject: text(),
    body: text(),
    from: text(),
    fromName: text(),
    replyTo: text(),
    type: text(),
    createdAt: text(),
    updatedAt: text(),
  }),
);

const wireContact = lazily(() =>
  z.object({
    id: z.string(),
    email: z.string(),
    subscribed: z.boolean(),
    data: z.optional(z.nullable(z.looseObject({}))),
    createdAt: text(),
    updatedAt: text(),
    _meta: z.optional(z.object({ isNew: z.optional(z.boolean()) })),
  }),
);

export const plunkTemplate = lazySchema<Template>(() => mapped(wireTemplate(), mapPlunkTemplate));

export const plunkContact = lazySchema<Contact>(() => mapped(wireContact(), mapPlunkContact));

export const plunkUpsertedContact = lazySchema<UpsertedContact>(() =>
  mapped(wireContact(), (wire) => ({ contact: mapPlunkContact(wire), created: wire._meta?.isNew })),
);

export const plunkTemplatePage = lazySchema<Page<Template>>(() =>
  mapped(
    z.object({ data: z.array(wireTemplate()), page: z.number(), totalPages: z.number() }),
    ({ data, page, totalPages }) => ({
      items: data.map(mapPlunkTemplate),
      nextCursor: page < totalPages ? String(page + 1) : undefined,
    }),
    (json) => listIn(json, 'templates'),
  ),
);

export const plunkContactPage = lazySchema<Page<Contact>>(() =>
  mapped(
    z.object({
      data: z.array(wireContact()),
      cursor: z.optional(z.nullable(z.string())),
      hasMore: z.optional(z.boolean()),
    }),
    ({ data, cursor, hasMore }) => ({
      items: data.map(mapPlunkContact),
      nextCursor: hasMore === false ? undefined : (cursor ?? undefined),
    }),
    (json) => listIn(json, 'contacts'),
  ),
);

/** zod's own transforms and pipes add more code than this. */
function mapped<Wire, Output>(
  { '~standard': standard }: Schema<Wire>,
  map: (wire: Wire) => Output,
  prepare = (json: unknown) => json,
): Schema<Output> {
  const validate = async (json: unknown): Promise<SchemaResult<Output>> => {
    const result = await standard.validate(prepare(json));
    return result.issues === undefined ? { value: map(result.value) } : { issues: result.issues };
  };
  return { '~standard': { version: 1, vendor: 'org', validate } };
}

/**
 * A list is in `data`; older versions name it after its items (`apps/wiki/openapi.json` of Plunk's source,
 * April 2026).
 */
function listIn(json: unknown, name: string): unknown {
  if (typeof json !== 'object' || json === null || 'data' in json) return json;
  return { ...json, data: Reflect.get(json, name) };
}

const kinds = new Map<string, TemplateKind>([
  ['TRANSACTIONAL', 'transactional'],
  ['MARKETING', 'marketing'],
  ['HEADLESS', 'headless'],
]);

function mapPlunkTemplate(wire: z.infer<ReturnType<typeof wireTemplate>>): Template {
  const { from, fromName } = wire;
  return withoutUndefined({
    id: wire.id,
    name: wire.name,
    description: wire.description ?? undefined,
    subject: wire.subject ?? undefined,
    html: wire.body ?? undefined,
    from: from ? withoutUndefined({ address: from, name: fromName || undefined }) : undefined,
    replyTo: wire.replyTo ?? undefined,
    kind: kinds.get(wire.type ?? ''),
    createdAt: mapInstant(wire.createdAt),
    updatedAt: mapInstant(wire.updatedAt),
  });
}

function mapPlunkContact(wire: z.infer<ReturnType<typeof wireContact>>): Contact {
  return withoutUndefined({
    id: wire.id,
    email: wire.email,
    subscribed: wire.subscribed,
    fields: wire.data ?? {},
    createdAt: mapInstant(wire.createdAt),
    updatedAt: mapInstant(wire.updatedAt),
  });
}

function mapInstant(value: string | null | undefined): Date | undefined {
  const at = new Date(value ?? Number.NaN);
  return Number.isNaN(at.getTime()) ? undefined : at;
}

function withoutUndefined<Shape extends object>(shape: Shape): Shape {
  for (const [key, value] of Object.entries(shape))
    if (value === undefined) Reflect.deleteProperty(shape, key);
  return shape;
}
