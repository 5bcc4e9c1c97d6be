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
    data: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
    createdAt: text(),
    updatedAt: text(),
  }),
);

export const plunkTemplate = lazySchema<Template>(() =>
  z.pipe(wireTemplate(), z.transform(mapPlunkTemplate)),
);

export const plunkContact = lazySchema<Contact>(() => z.pipe(wireContact(), z.transform(mapPlunkContact)));

export const plunkUpsertedContact = lazySchema<UpsertedContact>(() =>
  z.pipe(
    z.extend(wireContact(), { _meta: z.optional(z.object({ isNew: z.optional(z.boolean()) })) }),
    z.transform(({ _meta, ...contact }) => ({ contact: mapPlunkContact(contact), created: _meta?.isNew })),
  ),
);

export const plunkTemplatePage = lazySchema<Page<Template>>(() =>
  listAnswer(
    'templates',
    z.pipe(
      z.object({ data: z.array(wireTemplate()), page: z.number(), totalPages: z.number() }),
      z.transform(({ data, page, totalPages }) => ({
        items: data.map(mapPlunkTemplate),
        nextCursor: page < totalPages ? String(page + 1) : undefined,
      })),
    ),
  ),
);

export const plunkContactPage = lazySchema<Page<Contact>>(() =>
  listAnswer(
    'contacts',
    z.pipe(
      z.object({
        data: z.array(wireContact()),
        cursor: z.optional(z.nullable(z.string())),
        hasMore: z.optional(z.boolean()),
      }),
      z.transform(({ data, cursor, hasMore }) => ({
        items: data.map(mapPlunkContact),
        nextCursor: hasMore === false ? undefined : (cursor ?? undefined),
      })),
    ),
  ),
);

/**
 * A list is in `data`; older versions name it after its items (`apps/wiki/openapi.json` of Plunk's source,
 * April 2026).
 */
function listAnswer<Answer extends z.ZodMiniType>(name: string, answer: Answer) {
  const renamed = z.transform((json: unknown) => {
    if (typeof json !== 'object' || json === null || 'data' in json) return json;
    return { ...json, data: Reflect.get(json, name) };
  });
  return z.pipe(renamed, answer);
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
