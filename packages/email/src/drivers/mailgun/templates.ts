import { defineOperation, type HttpRequest, type Safety } from '@org/core';
import { defineRequest, invalidInput } from '@org/core/driver';
import {
  type AddressInput,
  formatMailbox,
  jsonSchema,
  type Page,
  readAddress,
  readExactJson,
  readJson,
  refuseFields,
} from '../../driver.ts';
import type { Template, TemplateFilter, TemplateInput } from '../../resources.ts';
import * as z from '../../wire/schema.ts';
import { readDate } from './dates.ts';
import { cursorOf, pageRequest, wirePaging } from './paging.ts';

const wireTemplate = z.object({
  name: z.string(),
  description: z.optionalText(),
  createdAt: z.optionalText(),
  version: z.nullish(
    z.object({
      tag: z.string(),
      template: z.optionalText(),
      createdAt: z.optionalText(),
      headers: z.optional(z.unknown()),
    }),
  ),
});
const wireBody = z.object({ template: wireTemplate });
const wirePage = z.object({ items: z.array(wireTemplate), paging: wirePaging() });

function mapTemplate({ name, description, createdAt, version }: z.infer<typeof wireTemplate>): Template {
  const headers = headersIn(version?.headers);
  const from = readAddress(headers.get('from'));
  const [created, updated] = [readDate(createdAt), readDate(version?.createdAt)];
  const [subject, replyTo] = [headers.get('subject'), headers.get('reply-to')];
  return {
    id: name,
    name,
    ...(description ? { description } : {}),
    ...(subject ? { subject } : {}),
    ...(version?.template ? { html: version.template } : {}),
    ...('value' in from ? { from: from.value } : {}),
    ...(replyTo ? { replyTo } : {}),
    ...(version ? { version: version.tag } : {}),
    ...(created === undefined ? {} : { createdAt: created }),
    ...(updated === undefined ? {} : { updatedAt: updated }),
  };
}

/** An object, or its JSON; names in lower case. */
function headersIn(value: unknown): ReadonlyMap<string, string> {
  const given: unknown = typeof value === 'string' ? readExactJson(value) : value;
  const entries = Object.entries(typeof given === 'object' && given !== null ? given : {});
  return new Map(entries.map(([name, header]) => [name.toLowerCase(), String(header)]));
}

function mailboxOf(input: AddressInput | undefined): string | undefined {
  return input === undefined || typeof input === 'string' ? input : formatMailbox(input);
}

interface VersionContent {
  readonly subject?: string | undefined;
  readonly html?: string | undefined;
  readonly from?: AddressInput | undefined;
  readonly replyTo?: AddressInput | undefined;
}

/** The fields of a version. All its headers are replaced together. */
export function versionFields({ subject, html, from, replyTo }: VersionContent): Record<string, string> {
  const headers = { Subject: subject, From: mailboxOf(from), 'Reply-To': mailboxOf(replyTo) };
  return { ...(html === undefined ? {} : { template: html }), headers: JSON.stringify(headers) };
}

/** Mailgun keeps names in lower case. */
export function requireName(name: string): string {
  if (name !== name.toLowerCase())
    throw invalidInput('name', 'must be in lower case: Mailgun changes it otherwise');
  return name;
}

export interface VersionInput {
  readonly id: string;
  readonly form: Readonly<Record<string, string>>;
}

export const templateOperations = (domain: string) => {
  const all = { path: '/v3/{domain}/templates', params: { domain } };
  const pathOf = (name: string, rest = '', more = {}) => ({
    path: `${all.path}/{name}${rest}`,
    params: { domain, name, ...more },
  });
  const provesTemplate = (response: { json(): unknown }) => readJson(wireBody, response.json()) !== undefined;
  /** A request of `template.update`. */
  const write = (safety: Safety, encode: (input: VersionInput) => HttpRequest) =>
    defineOperation({ name: 'template.update', safety, encode, isAccepted: provesTemplate });
  return {
    'template.create': defineRequest<TemplateInput, Template>({
      safety: 'unsafe',
      encode: (input) => {
        refuseFields('mailgun', input, ['text', 'kind']);
        const { name, description = '' } = input;
        const form = { name: requireName(name), description, tag: 'initial', ...versionFields(input) };
        return { method: 'POST', ...all, form };
      },
      isAccepted: provesTemplate,
      // The response has no content.
      decode: (response, { subject, html }) => ({
        ...mapTemplate(wireBody.parse(response.json()).template),
        subject,
        html,
      }),
    }),
    'template.get': defineRequest({
      safety: 'read',
      encode: (id: string) => ({ method: 'GET', ...pathOf(id), query: { active: 'yes' } }),
      decode: jsonSchema(wireBody, ({ template }) => mapTemplate(template)),
    }),
    'template.list': defineRequest<TemplateFilter, Page<Template>>({
      safety: 'read',
      encode: (filter) => {
        refuseFields('mailgun', filter, ['search', 'kind']);
        return pageRequest(all, filter.cursor, { limit: filter.pageSize ?? 100 });
      },
      decode: jsonSchema(wirePage, ({ items, paging }) => ({
        items: items.map(mapTemplate),
        nextCursor: cursorOf(paging, 'templates', items.length),
      })),
    }),
    'template.describe': write('idempotent', ({ id, form }) => ({ method: 'PUT', ...pathOf(id), form })),
    'version.put': write('idempotent', ({ id, form: { tag = '', ...form } }) => ({
      method: 'PUT',
      ...pathOf(id, '/versions/{tag}', { tag }),
      form,
    })),
    'version.create': write('unsafe', ({ id, form }) => ({
      method: 'POST',
      ...pathOf(id, '/versions'),
      form,
    })),
    'template.delete': defineRequest({
      safety: 'idempotent',
      encode: (id: string) => ({ method: 'DELETE', ...pathOf(id) }),
      isAccepted: provesTemplate,
    }),
  };
};
