import { type HttpAnswer, type OperationContext, ResponseFormatError } from '@org/core';
import * as z from 'zod/mini';
import { lazily, lazySchema } from '../../internal/lazily.ts';
import type { Contact, UpsertedContact } from '../../model/contact.ts';
import type { PreparedMessage } from '../../model/message.ts';
import type { Page } from '../../model/page.ts';
import type { SendReceipt } from '../../model/send-result.ts';
import type { Template, TemplateKind } from '../../model/template.ts';
import { isEarlierAcceptance } from './errors.ts';

// The current service wraps its answer in `data`; the first version, still found, does not.
const sendAnswer = lazily(() => {
  const emails = z.object({ emails: z.array(z.object({ email: z.string() })) });
  return z.union([z.object({ data: emails }), emails]);
});

/** The answer to a send: one id for each recipient, in their order. */
export function mapPlunkReceipt(
  answer: HttpAnswer,
  message: PreparedMessage,
  context: OperationContext,
): SendReceipt {
  if (isEarlierAcceptance(answer, context)) {
    const outcomes = message.to.map(({ address }) => ({ recipient: address, status: 'accepted' as const }));
    return { outcomes, replayed: true };
  }
  const parsed = sendAnswer().safeParse(answer.json());
  if (!parsed.success) throw notAsPromised(answer);
  const ids = 'data' in parsed.data ? parsed.data.data.emails : parsed.data.emails;
  const outcomes = message.to.map(({ address }, index) => {
    const messageId = ids[index]?.email;
    return {
      recipient: address,
      status: 'accepted' as const,
      ...(messageId === undefined ? {} : { messageId }),
    };
  });
  return { outcomes };
}

// An answer in JSON came from the service, whose status says that the mail was taken: only its words are lost. Anything else may be a proxy's.
function notAsPromised(answer: HttpAnswer): ResponseFormatError {
  const isJson = answer.json() !== undefined;
  return new ResponseFormatError({
    message: isJson
      ? 'Plunk accepted the mail, but its answer has no list of emails, so their ids are not known.'
      : 'The answer is not JSON, so it is not known whether Plunk accepted the mail. Check the base URL.',
    outcome: isJson ? 'sent' : 'unknown',
    status: answer.status,
  });
}

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
  z.pipe(
    z.object({ data: z.array(wireTemplate()), page: z.number(), totalPages: z.number() }),
    z.transform(({ data, page, totalPages }) => ({
      items: data.map(mapPlunkTemplate),
      nextCursor: page < totalPages ? String(page + 1) : undefined,
    })),
  ),
);

export const plunkContactPage = lazySchema<Page<Contact>>(() =>
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
);

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
