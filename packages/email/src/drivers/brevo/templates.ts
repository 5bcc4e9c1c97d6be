import { defineRequest, invalidInput } from '@org/core/driver';
import {
  type AddressInput,
  type Change,
  cannotCarry,
  deleteItem,
  getItem,
  itemRequest,
  jsonSchema,
  refuseFields,
  toDate,
} from '../../driver.ts';
import type { Template, TemplateChanges, TemplateFilter, TemplateInput } from '../../resources.ts';
import * as z from '../../wire/schema.ts';
import { createdId, pageOf, pageQuery, provesCreated, provesDone, readItems } from './wire.ts';

const wireTemplate = z.object({
  id: z.number(),
  name: z.string(),
  subject: z.optionalText(),
  isActive: z.boolean(),
  sender: z.nullish(z.object({ name: z.optionalText(), email: z.optionalText() })),
  replyTo: z.optionalText(),
  htmlContent: z.optionalText(),
  createdAt: z.optionalText(),
  modifiedAt: z.optionalText(),
});

function toTemplate(wire: z.infer<typeof wireTemplate>): Template {
  const { email, name } = wire.sender ?? {};
  return {
    id: `${wire.id}`,
    name: wire.name,
    subject: wire.subject ?? undefined,
    html: wire.htmlContent ?? undefined,
    from: email ? { address: email, name: name || undefined } : undefined,
    replyTo: wire.replyTo || undefined,
    status: wire.isActive ? 'active' : 'inactive',
    createdAt: toDate(wire.createdAt),
    updatedAt: toDate(wire.modifiedAt),
  };
}

const fewestHtmlCharacters = 11;

function encodeTemplate(input: TemplateChanges) {
  refuseFields('brevo', input, ['text', 'description']);
  if (input.kind !== undefined && input.kind !== 'transactional')
    throw cannotCarry('brevo', 'kind', 'must be transactional: Brevo has no other templates here');
  if (input.html !== undefined && input.html.length < fewestHtmlCharacters)
    throw cannotCarry('brevo', 'html', 'has 10 characters or fewer', 'Give it more.');
  const from = toMailbox(input.from);
  const replyTo = toMailbox(input.replyTo);
  return {
    templateName: input.name,
    subject: input.subject,
    sender: from && { email: from.address, name: from.name },
    htmlContent: input.html,
    replyTo: replyTo?.address,
  };
}

/** The client has parsed it. */
const toMailbox = (input: AddressInput | undefined) =>
  typeof input === 'string' ? { address: input } : input;

export const templateOperations = {
  'template.create': defineRequest({
    safety: 'unsafe',
    encode: (input: TemplateInput) => {
      if (input.from === undefined)
        throw invalidInput('from', 'is missing: a template of Brevo has a sender');
      // Only an active template can be sent.
      const json = { ...encodeTemplate(input), isActive: true };
      return { method: 'POST', path: '/smtp/templates', json };
    },
    isAccepted: provesCreated,
    decode: (response, { name, subject, html, from, replyTo }): Template => ({
      id: createdId(response),
      name,
      subject,
      html,
      from: toMailbox(from),
      replyTo: toMailbox(replyTo)?.address,
      status: 'active',
    }),
  }),
  'template.get': getItem('/smtp/templates/{id}', jsonSchema(wireTemplate, toTemplate)),
  'template.list': defineRequest({
    safety: 'read',
    encode: (filter: TemplateFilter) => {
      refuseFields('brevo', filter, ['search', 'kind']);
      return { method: 'GET', path: '/smtp/templates', query: pageQuery(filter, 1_000) };
    },
    decode: (response, filter) => {
      const { items, count } = readItems('templates', wireTemplate, response);
      return pageOf(items, toTemplate, filter, count);
    },
  }),
  'template.put': defineRequest({
    safety: 'idempotent',
    encode: ({ id, changes }: Change<TemplateChanges>) =>
      itemRequest('PUT', '/smtp/templates/{id}', id, encodeTemplate(changes)),
    isAccepted: provesDone,
  }),
  'template.deactivate': defineRequest({
    safety: 'idempotent',
    encode: (id: string) => itemRequest('PUT', '/smtp/templates/{id}', id, { isActive: false }),
    isAccepted: provesDone,
  }),
  'template.remove': deleteItem('/smtp/templates/{id}', provesDone),
};
