import {
  type DoorContext,
  dateOf,
  type Fields,
  itemsOf,
  need,
  ok,
  resource,
  route,
  type Template,
  textOf,
} from '../../kit.ts';
import { invalid, missing, requireFields, resendConventions } from './wire.ts';

/** Templates: a draft, and the published version that messages use. */
export function templateRoutes({ store: { templates, now } }: DoorContext) {
  const byAlias = (id: string) => templates.get(id) ?? templates.find(({ own }) => own['alias'] === id);
  const find = (id = ''): Template => need(byAlias(id), missing);
  return [
    ...resource(resendConventions, '/templates', templates, {
      name: 'template',
      find: (_table, id) => byAlias(id),
      view: brief,
      read: readContent,
      shown: ({ row }) => ok({ object: 'template', ...show(row) }),
    }),
    route('POST', '/templates/:id/publish', (_request, { id }) => {
      const row = find(id);
      const { subject, html, text, own } = row;
      const published = { subject, html, text, from: own['from'], reply_to: own['reply_to'] };
      templates.update(row.id, {
        own: { ...own, published, published_at: dateOf(now()), is_changed: false },
      });
      return ok({ object: 'template', id: row.id });
    }),
    route('POST', '/templates/:id/duplicate', (_request, { id }) => {
      const { name, subject, html, text, own } = find(id);
      const { published: _, published_at: _at, alias: _alias, ...copied } = own;
      const copy = templates.add({ name: `${name} (Copy)`, subject, html, text, own: copied });
      return ok({ object: 'template', id: copy.id });
    }),
  ];
}

/** The content after a change. @throws {Problem} 422 for a placeholder without a variable */
function readContent(body: Fields, old?: Template) {
  if (old === undefined) requireFields(body, 'name', 'html');
  const read = (name: 'name' | 'subject' | 'html' | 'text') => textOf(body[name]) ?? old?.[name];
  const own: Fields = { ...old?.own, ...ownOf(body), is_changed: true };
  const [subject, html] = [read('subject'), read('html')];
  const declared = itemsOf(own['variables']).map(({ key }) => key);
  const used = [...`${subject} ${html}`.matchAll(/\{\{\{(\w+)\}\}\}/g)].map(([, key]) => key);
  const unknown = used.find((key) => !declared.includes(key));
  if (unknown !== undefined) throw invalid(`Variable '${unknown}' is not defined in the variables list`);
  return { name: read('name') ?? '', subject, html, text: read('text'), own };
}

function ownOf(body: Fields): Fields {
  const names = ['from', 'reply_to', 'variables', 'alias'];
  return Object.fromEntries(names.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]]])));
}

function brief({ id, name, own, createdAt, updatedAt }: Template) {
  const { alias = null, published, published_at = null } = own;
  const status = published === undefined ? 'draft' : 'published';
  const times = { published_at, created_at: dateOf(createdAt), updated_at: dateOf(updatedAt) };
  return { id, name, alias, status, ...times };
}

function show(row: Template) {
  const { subject = null, html = null, text = null, own } = row;
  const { from = null, reply_to = null, variables = [], published, is_changed = false } = own;
  const has_unpublished_versions = published === undefined || is_changed;
  const content = { subject, html, text, from, reply_to, variables };
  return { ...brief(row), current_version_id: row.id, ...content, has_unpublished_versions };
}
