import { defineComposite, defineOperation } from '@org/core';
import type { CompositeContext } from '@org/core/driver';
import { defineRequest, namedOperation } from '@org/core/driver';
import {
  type AddressInput,
  cannotCarry,
  deleteItem,
  formatMailbox,
  getItem,
  itemRequest,
  jsonSchema,
  readAddress,
  refuseFields,
  toDate,
} from '../../driver.ts';
import type { Template, TemplateChanges, TemplateFilter, TemplateInput } from '../../resources.ts';
import * as z from '../../wire/schema.ts';
import { getPage, idOf, listOfWire, provesDelete, provesWrite, provider, toPage } from './wire.ts';

const wireVariable = z.object({ key: z.string(), type: z.string(), fallback_value: z.optional(z.unknown()) });

const wireTemplate = z.object({
  id: z.string(),
  name: z.string(),
  current_version_id: z.optionalText(),
  from: z.optionalText(),
  subject: z.optionalText(),
  reply_to: z.nullish(z.array(z.string())),
  html: z.optionalText(),
  text: z.optionalText(),
  status: z.optionalText(),
  variables: z.nullish(z.array(wireVariable)),
  created_at: z.optionalText(),
  updated_at: z.optionalText(),
});

/** A template, and the variables that Resend knows of it. */
export interface DeclaredTemplate {
  readonly template: Template;
  readonly variables: readonly z.infer<typeof wireVariable>[];
}

function mapTemplate(wire: z.infer<typeof wireTemplate>): Template {
  const from = readAddress(wire.from ?? '');
  return {
    id: wire.id,
    name: wire.name,
    subject: wire.subject ?? undefined,
    html: wire.html ?? undefined,
    text: wire.text ?? undefined,
    from: 'value' in from ? from.value : undefined,
    replyTo: wire.reply_to?.join(', '),
    status: wire.status === 'published' ? 'active' : wire.status === 'draft' ? 'draft' : undefined,
    version: wire.current_version_id ?? undefined,
    createdAt: toDate(wire.created_at),
    updatedAt: toDate(wire.updated_at),
  };
}

const template = jsonSchema(wireTemplate, mapTemplate);
const declared = jsonSchema(wireTemplate, (wire) => ({
  template: mapTemplate(wire),
  variables: wire.variables ?? [],
}));
const templatePage = jsonSchema(listOfWire(wireTemplate), (wire) => toPage(wire, mapTemplate));

const mailboxOf = (input: AddressInput) => (typeof input === 'string' ? input : formatMailbox(input));

// resend.com/docs, templates, "Working with variables".
const reserved = ['FIRST_NAME', 'LAST_NAME', 'EMAIL', 'UNSUBSCRIBE_URL', 'contact', 'this'];

/** Resend refuses a template with a placeholder that is not declared; those here are declared as texts. */
export function declareVariables(
  { subject = '', html = '', text = '' }: Pick<Template, 'subject' | 'html' | 'text'>,
  known: DeclaredTemplate['variables'] = [],
): object[] {
  const names = [...`${subject}\n${html}\n${text}`.matchAll(/\{\{\{\s*(\w+)\s*\}\}\}/g)].map(
    ([, name = '']) => name,
  );
  return [...new Set(names)]
    .filter((name) => !reserved.includes(name) && !name.startsWith('RESEND_'))
    .map((key) => known.find((variable) => variable.key === key) ?? { key, type: 'string' });
}

function encodeTemplate(input: TemplateChanges): Record<string, unknown> {
  refuseFields(provider, input, ['description']);
  const { name, subject, html, text, from, replyTo, kind = 'transactional' } = input;
  if (kind !== 'transactional') throw cannotCarry(provider, 'kind', "must be 'transactional'");
  return {
    name,
    subject,
    html,
    text,
    from: from && mailboxOf(from),
    reply_to: replyTo && [mailboxOf(replyTo)],
  };
}

/** The changes, and the variables of the changed content where that is known. */
export interface TemplatePatch {
  readonly id: string;
  readonly changes: TemplateChanges;
  readonly variables?: readonly object[] | undefined;
}

const createDraft = defineOperation({
  name: 'template.draft',
  safety: 'unsafe',
  encode: (input: TemplateInput) => ({
    method: 'POST',
    path: '/templates',
    json: { ...encodeTemplate(input), variables: declareVariables(input) },
  }),
  decode: (response) => idOf(response) ?? '',
  isAccepted: provesWrite,
});

const publishDraft = defineOperation({
  name: 'template.publish',
  safety: 'idempotent',
  encode: (id: string) => itemRequest('POST', '/templates/{id}/publish', id),
  isAccepted: provesWrite,
});

const getTemplate = namedOperation('template.get', getItem('/templates/{id}', template));
const getDeclared = namedOperation('template.get', getItem('/templates/{id}', declared));

const patchTemplate = defineOperation({
  name: 'template.patch',
  safety: 'idempotent',
  encode: ({ id, changes, variables }: TemplatePatch) =>
    itemRequest('PATCH', '/templates/{id}', id, { ...encodeTemplate(changes), variables }),
  decode: (response, { id }) => idOf(response) ?? id,
  isAccepted: provesWrite,
});

const copyTemplate = defineOperation({
  name: 'template.copy',
  safety: 'unsafe',
  encode: (id: string) => itemRequest('POST', '/templates/{id}/duplicate', id),
  decode: (response) => idOf(response) ?? '',
  isAccepted: provesWrite,
});

/** Messages can only use a published template. */
async function publish(id: string, { request }: CompositeContext): Promise<Template> {
  await request(publishDraft, id);
  return request(getTemplate, id);
}

const content = ['subject', 'html', 'text'] as const;

export const templateOperations = {
  'template.create': defineComposite({
    name: 'template.create',
    safety: 'unsafe',
    run: async (input: TemplateInput, context) => publish(await context.request(createDraft, input), context),
  }),
  'template.get': getTemplate,
  'template.list': defineRequest({
    safety: 'read',
    encode: (filter: TemplateFilter) => {
      refuseFields(provider, filter, ['search', 'kind']);
      return getPage('/templates', filter);
    },
    decode: templatePage,
  }),
  'template.update': defineComposite({
    name: 'template.update',
    safety: 'idempotent',
    async run({ id, changes }: TemplatePatch, context) {
      const { request } = context;
      const isContent = content.some((field) => changes[field] !== undefined);
      // Other content may have other placeholders: what is known of them stays declared.
      const known = isContent ? await request(getDeclared, id) : undefined;
      const { subject, html, text } = known?.template ?? {};
      const variables = known && declareVariables({ subject, html, text, ...changes }, known.variables);
      await request(patchTemplate, { id, changes, variables });
      return publish(id, context);
    },
  }),
  'template.delete': deleteItem('/templates/{id}', provesDelete),
  'template.duplicate': defineComposite({
    name: 'template.duplicate',
    safety: 'unsafe',
    run: async (id: string, context) => publish(await context.request(copyTemplate, id), context),
  }),
};
