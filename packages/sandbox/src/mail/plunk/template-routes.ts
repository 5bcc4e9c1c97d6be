import type { SandboxRequest } from '../../http/exchange.ts';
import { type Route, route } from '../../http/router.ts';
import { createFieldReader, type FieldReader } from './fields.ts';
import { readFields } from './json-body.ts';
import { clampInteger } from './paging.ts';
import { type PlunkProject, requireVerifiedSender } from './project.ts';
import { type TemplateContent, type TemplateQuery, templateTypes } from './template-store.ts';

/** `/templates` and below. */
export function templateRoutes(project: PlunkProject): readonly Route[] {
  const { templates } = project;
  return [
    route('GET', '/templates', (request) => ({
      status: 200,
      json: templates.list(readQuery(request.query)),
    })),
    route('POST', '/templates', (request) => {
      const fields = readFields(request);
      const missing = required.find(([name]) => !fields[name]);
      // This endpoint has another form of error for missing fields.
      if (missing) return { status: 400, json: { error: `${missing[1]} is required` } };
      const content: TemplateContent = { ...emptyContent, ...readContent(fields) };
      requireVerifiedSender(project, content.from);
      return { status: 201, json: templates.create(content) };
    }),
    route('GET', '/templates/:id', (_, { id = '' }) => ({ status: 200, json: templates.get(id) })),
    route('PATCH', '/templates/:id', (request, { id = '' }) => {
      const change = readContent(readFields(request));
      if (change.from !== undefined) requireVerifiedSender(project, change.from);
      return { status: 200, json: templates.update(id, change) };
    }),
    route('DELETE', '/templates/:id', (_, { id = '' }) => {
      templates.delete(id);
      return { status: 204 };
    }),
    route('POST', '/templates/:id/duplicate', (_, { id = '' }) => {
      const { name, description, subject, body, from, fromName, replyTo, type } = templates.get(id);
      const copy = { name: `${name} (Copy)`, description, subject, body, from, fromName, replyTo, type };
      return { status: 201, json: templates.create(copy) };
    }),
    route('GET', '/templates/:id/usage', (_, { id = '' }) => {
      const emailsSent = project.activity.countTemplate(templates.get(id).id);
      return { status: 200, json: { workflowSteps: 0, emailsSent } };
    }),
  ];
}

const required = [
  ['name', 'Name'],
  ['subject', 'Subject'],
  ['body', 'Body'],
  ['from', 'From address'],
] as const;

const emptyContent: TemplateContent = {
  name: '',
  description: null,
  subject: '',
  body: '',
  from: '',
  fromName: null,
  replyTo: null,
  type: 'MARKETING',
};

type FieldRead = (reader: FieldReader, field: string, value: unknown) => unknown;

const contentFields: Readonly<Record<keyof TemplateContent, FieldRead>> = {
  name: (reader, field, value) => reader.text(field, value, { minLength: 1, maxLength: 100 }),
  description: (reader, field, value) => reader.text(field, value, { maxLength: 500 }),
  subject: (reader, field, value) => reader.text(field, value, { minLength: 1 }),
  body: (reader, field, value) => reader.text(field, value, { minLength: 1 }),
  from: (reader, field, value) => reader.email(field, value),
  fromName: (reader, field, value) => (value === null ? null : reader.text(field, value, { maxLength: 100 })),
  replyTo: (reader, field, value) => (value === null ? null : reader.email(field, value)),
  type: (reader, field, value) => reader.oneOf(field, value, templateTypes),
};

/** The given fields, checked. @throws {PlunkFailure} 422 */
function readContent(fields: Readonly<Record<string, unknown>>): Partial<TemplateContent> {
  const reader = createFieldReader();
  const content = Object.entries(contentFields)
    .filter(([name]) => fields[name] !== undefined)
    .map(([name, read]) => [name, read(reader, name, fields[name])] as const);
  reader.finish();
  return Object.fromEntries(content);
}

function readQuery(query: SandboxRequest['query']): TemplateQuery {
  const type = query.get('type');
  const search = query.get('search');
  const sort = query.get('sort');
  return {
    page: clampInteger(query.get('page'), 1, Number.MAX_SAFE_INTEGER),
    pageSize: clampInteger(query.get('pageSize'), 20, 100),
    sort: sort === 'name' || sort === 'updatedAt' ? sort : 'createdAt',
    direction: query.get('dir') === 'asc' ? 'asc' : 'desc',
    ...(type ? { type } : undefined),
    ...(search ? { search } : undefined),
  };
}
