import type { SandboxRequest } from '../../../http/exchange.ts';
import { type Route, route } from '../../../http/router.ts';
import type { Template } from '../../store/mail-store.ts';
import type { DoorContext } from '../door.ts';
import { type Fields, itemsOf, textOf } from '../fields.ts';
import { dateOf, invalid, missing, pageOf, readBody } from './wire.ts';

/** Templates: a draft, and the published version that messages use. */
export function templateRoutes({ store: { templates } }: DoorContext): readonly Route[] {
  const find = (id: string): Template =>
    templates.get(id) ?? templates.find(({ own }) => own['alias'] === id) ?? missingTemplate();
  const done = (id: string, more: object = {}) => ({
    status: 200,
    json: { object: 'template', id, ...more },
  });

  return [
    route('POST', '/templates', (request) => {
      const { id } = templates.add(readContent(request, undefined));
      return { status: 201, json: { object: 'template', id } };
    }),
    route('GET', '/templates', (request) => pageOf(request, templates.all().map(brief))),
    route('GET', '/templates/:id', (_request, { id = '' }) => {
      const row = find(id);
      return done(row.id, { ...show(row) });
    }),
    route('PATCH', '/templates/:id', (request, { id = '' }) => {
      const row = find(id);
      templates.update(row.id, readContent(request, row));
      return done(row.id);
    }),
    route('DELETE', '/templates/:id', (_request, { id = '' }) => {
      const row = find(id);
      templates.delete(row.id);
      return done(row.id, { deleted: true });
    }),
    route('POST', '/templates/:id/publish', (_request, { id = '' }) => {
      const row = find(id);
      const { subject, html, text, own } = row;
      const published = { subject, html, text, from: own['from'], reply_to: own['reply_to'] };
      templates.update(row.id, { own: { ...own, published } });
      return done(row.id);
    }),
    route('POST', '/templates/:id/duplicate', (_request, { id = '' }) => {
      const { name, subject, html, text, own } = find(id);
      const { published: _, alias: _alias, ...copied } = own;
      const copy = templates.add({ name: `${name} (Copy)`, subject, html, text, own: copied });
      return done(copy.id);
    }),
  ];
}

function missingTemplate(): never {
  throw missing();
}

/** The content after a change. @throws {Problem} 422 for a placeholder without a variable */
function readContent(request: SandboxRequest, old: Template | undefined) {
  const body = readBody(request, ...(old === undefined ? ['name', 'html'] : []));
  const read = (name: 'name' | 'subject' | 'html' | 'text') => textOf(body[name]) ?? old?.[name];
  const own: Fields = { ...old?.own, ...ownOf(body) };
  const content = {
    name: read('name') ?? '',
    subject: read('subject'),
    html: read('html'),
    text: read('text'),
  };
  const declared = itemsOf(own['variables']).map(({ key }) => key);
  const used = [...`${content.subject} ${content.html}`.matchAll(/\{\{\{(\w+)\}\}\}/g)].map(([, key]) => key);
  const unknown = used.find((key) => !declared.includes(key));
  if (unknown !== undefined) throw invalid(`Variable '${unknown}' is not defined in the variables list`);
  return { ...content, own };
}

function ownOf(body: Fields): Fields {
  const names = ['from', 'reply_to', 'variables', 'alias'];
  return Object.fromEntries(names.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]]])));
}

function brief({ id, name, own, createdAt, updatedAt }: Template) {
  return {
    id,
    name,
    status: own['published'] === undefined ? 'draft' : 'published',
    created_at: dateOf(createdAt),
    updated_at: dateOf(updatedAt),
  };
}

function show(row: Template) {
  const { subject = null, html = null, text = null, own } = row;
  const { from = null, reply_to = null, variables = [] } = own;
  return { ...brief(row), subject, html, text, from, reply_to, variables };
}
