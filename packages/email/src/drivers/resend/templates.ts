import { defineOperation } from '@org/core';
import { cannotCarry, formatMailbox, refuseFields, toDate } from '../../driver.ts';
import { jsonSchema, once } from '../../internal/json-schema.ts';
import * as z from '../../internal/schema.ts';
import { type AddressInput, readAddress } from '../../model/address.ts';
import type {
  Template,
  TemplateChanges,
  TemplateFilter,
  TemplateInput,
} from '../../model/records/template.ts';
import {
  getPage,
  idOf,
  listOfWire,
  maybeText,
  one,
  provesDelete,
  provesWrite,
  provider,
  toPage,
} from './wire.ts';

const wireVariable = once(() =>
  z.object({ key: z.string(), type: z.string(), fallback_value: z.optional(z.unknown()) }),
);

const wireTemplate = once(() =>
  z.object({
    id: z.string(),
    name: z.string(),
    current_version_id: maybeText(),
    from: maybeText(),
    subject: maybeText(),
    reply_to: z.nullish(z.array(z.string())),
    html: maybeText(),
    text: maybeText(),
    status: maybeText(),
    variables: z.nullish(z.array(wireVariable())),
    created_at: maybeText(),
    updated_at: maybeText(),
  }),
);

type WireTemplate = z.infer<ReturnType<typeof wireTemplate>>;

/** A template, and the variables that Resend knows of it. */
export interface DeclaredTemplate {
  readonly template: Template;
  readonly variables: readonly z.infer<ReturnType<typeof wireVariable>>[];
}

function mapTemplate(wire: WireTemplate): Template {
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
const templatePage = jsonSchema(
  once(() => listOfWire(wireTemplate())),
  (wire) => toPage(wire, mapTemplate),
);

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

export const templateOperations = {
  'template.draft': defineOperation({
    name: 'template.create',
    safety: 'unsafe',
    encode: (input: TemplateInput) => ({
      method: 'POST',
      path: '/templates',
      json: { ...encodeTemplate(input), variables: declareVariables(input) },
    }),
    decode: (response) => idOf(response) ?? '',
    isAccepted: provesWrite,
  }),
  'template.publish': defineOperation({
    name: 'template.publish',
    safety: 'idempotent',
    encode: (id: string) => one('POST', 'templates', id, { action: 'publish' }),
    decode: () => undefined,
    isAccepted: provesWrite,
  }),
  'template.get': defineOperation({
    name: 'template.get',
    safety: 'read',
    encode: (id: string) => one('GET', 'templates', id),
    decode: template,
  }),
  'template.getDeclared': defineOperation({
    name: 'template.get',
    safety: 'read',
    encode: (id: string) => one('GET', 'templates', id),
    decode: declared,
  }),
  'template.list': defineOperation({
    name: 'template.list',
    safety: 'read',
    encode: (filter: TemplateFilter) => {
      refuseFields(provider, filter, ['search', 'kind']);
      return getPage('/templates', filter);
    },
    decode: templatePage,
  }),
  'template.patch': defineOperation({
    name: 'template.update',
    safety: 'idempotent',
    encode: ({ id, changes, variables }: TemplatePatch) =>
      one('PATCH', 'templates', id, { json: { ...encodeTemplate(changes), variables } }),
    decode: (response, { id }) => idOf(response) ?? id,
    isAccepted: provesWrite,
  }),
  'template.delete': defineOperation({
    name: 'template.delete',
    safety: 'idempotent',
    encode: (id: string) => one('DELETE', 'templates', id),
    decode: () => undefined,
    isAccepted: provesDelete,
  }),
  'template.copy': defineOperation({
    name: 'template.duplicate',
    safety: 'unsafe',
    encode: (id: string) => one('POST', 'templates', id, { action: 'duplicate' }),
    decode: (response) => idOf(response) ?? '',
    isAccepted: provesWrite,
  }),
};
