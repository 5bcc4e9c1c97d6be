import type { ServiceResponse } from '@org/core';
import { parseIsoInstant } from '@org/core/driver';
import { type JsonObject, jsonSchema } from '../../internal/json-object.ts';
import type { Contact, UpsertedContact } from '../../model/contact.ts';
import type { Page } from '../../model/page.ts';
import type { Template, TemplateKind } from '../../model/template.ts';
import { hasField } from './failure-body.ts';

const kinds = new Map<string, TemplateKind>([
  ['TRANSACTIONAL', 'transactional'],
  ['MARKETING', 'marketing'],
  ['HEADLESS', 'headless'],
]);

function readTemplate(json: JsonObject): Template {
  const optional = (name: string) => json.optional('string', name);
  const [address, name] = [optional('from'), optional('fromName')];
  return withoutUndefined({
    id: json.required('string', 'id'),
    name: json.required('string', 'name'),
    description: optional('description'),
    subject: optional('subject'),
    html: optional('body'),
    from: address ? withoutUndefined({ address, name: name || undefined }) : undefined,
    replyTo: optional('replyTo'),
    kind: kinds.get(optional('type') ?? ''),
    createdAt: toDate(optional('createdAt')),
    updatedAt: toDate(optional('updatedAt')),
  });
}

function readContact(json: JsonObject): Contact {
  return withoutUndefined({
    id: json.required('string', 'id'),
    email: json.required('string', 'email'),
    subscribed: json.required('boolean', 'subscribed'),
    fields: json.optionalObject('data')?.fields ?? {},
    createdAt: toDate(json.optional('string', 'createdAt')),
    updatedAt: toDate(json.optional('string', 'updatedAt')),
  });
}

export const plunkTemplate = jsonSchema(readTemplate);

export const plunkContact = jsonSchema(readContact);

export const plunkUpsertedContact = jsonSchema<UpsertedContact>((json) => ({
  contact: readContact(json),
  created: json.optionalObject('_meta')?.optional('boolean', 'isNew'),
}));

export const plunkTemplatePage = jsonSchema<Page<Template>>((json) => {
  const [page, pages] = [json.required('number', 'page'), json.required('number', 'totalPages')];
  return {
    items: json.list(listName(json, 'templates'), readTemplate),
    nextCursor: page < pages ? String(page + 1) : undefined,
  };
});

export const plunkContactPage = jsonSchema<Page<Contact>>((json) => {
  const cursor = json.optional('string', 'cursor');
  return {
    items: json.list(listName(json, 'contacts'), readContact),
    nextCursor: json.optional('boolean', 'hasMore') === false ? undefined : cursor,
  };
});

/**
 * A list is in `data`; older versions name it after its items (`apps/wiki/openapi.json` of Plunk's source,
 * April 2026).
 */
function listName(json: JsonObject, olderName: string): string {
  return json.value('data') === undefined ? olderName : 'data';
}

/** Does a 2xx response to a write prove that it was done? It contains the resource with its id. */
export function provesWrite(answer: ServiceResponse): boolean {
  return hasField(answer, 'id');
}

/** The response to a deletion is 204 without a body. */
export function provesDelete(answer: ServiceResponse): boolean {
  return answer.bytes.byteLength === 0 || hasField(answer, 'success', true) || hasField(answer, 'id');
}

function toDate(text: string | undefined): Date | undefined {
  const at = parseIsoInstant(text ?? '');
  return at === undefined ? undefined : new Date(at);
}

function withoutUndefined<Shape extends object>(shape: Shape): Shape {
  for (const [key, value] of Object.entries(shape))
    if (value === undefined) Reflect.deleteProperty(shape, key);
  return shape;
}
