import { randomUUID } from 'node:crypto';
import {
  type DoorContext,
  type Fields,
  fieldsOf,
  itemsOf,
  need,
  ok,
  Problem,
  type Route,
  resource,
  route,
  type Template,
  textOf,
} from '../../kit.ts';
import { conventionsOf, dateOf, makeId, missing, refuse } from './wire.ts';

/** The version that messages use. A template of another service has one, its content. */
export function activeVersion(template: Template | undefined): Fields | undefined {
  return versionsOf(template).find(({ active }) => active === 1);
}

function versionsOf(template: Template | undefined): readonly Fields[] {
  if (template === undefined) return [];
  const { id, name, subject = '', html, text, own } = template;
  if (own['versions'] !== undefined) return itemsOf(own['versions']);
  return [{ id, name, subject, html_content: html, plain_content: text, active: 1 }];
}

/** Dynamic templates and their versions. */
export function templateRoutes({ store: { templates }, url }: DoorContext): readonly Route[] {
  const find = (id: string): Template => need(templates.get(id), () => missing('template'));
  const put = (template: Template, versions: readonly Fields[]): void => {
    const { subject, html_content, plain_content } = versions.find(({ active }) => active === 1) ?? {};
    const content = { subject: textOf(subject), html: textOf(html_content), text: textOf(plain_content) };
    templates.update(template.id, { ...content, own: { ...template.own, versions } });
  };
  const add = (name: string, versions: readonly Fields[]) => {
    const template = templates.add({ name, own: { versions } }, `d-${randomUUID().replaceAll('-', '')}`);
    put(template, versions);
    return ok(show(find(template.id)), 201);
  };
  const path = '/v3/templates';
  const conventions = conventionsOf(url, 0);
  return [
    route('POST', path, (request) => add(textOf(fieldsOf(request.json())['name']) ?? '', [])),
    ...resource(conventions, path, templates, {
      name: 'template',
      verbs: ['show', 'change', 'remove'],
      view: show,
      change: ({ name }, old) => ({ name: textOf(name) ?? old.name }),
    }),
    route('GET', path, (request) => {
      const view = (row: Template) => ({ ...show(row), versions: versionsOf(row).map(brief) });
      return conventions.list(templates.all().map(view), request, 'template');
    }),
    route('POST', `${path}/:id`, (_request, { id = '' }) =>
      add(`${find(id).name} copy`, versionsOf(find(id))),
    ),
    route('POST', `${path}/:id/versions`, (request, { id = '' }) => {
      const version = { active: 1, ...requireComplete(fieldsOf(request.json())), id: makeId() };
      put(find(id), [...versionsOf(find(id)).map((other) => ({ ...other, active: 0 })), version]);
      return ok({ ...version, template_id: id }, 201);
    }),
    route('PATCH', `${path}/:id/versions/:version`, (request, { id = '', version = '' }) => {
      const versions = versionsOf(find(id));
      const old = versions.find((each) => each['id'] === version);
      if (old === undefined) throw missing('version');
      const changed = { ...old, ...requireComplete(fieldsOf(request.json())) };
      const others = versions.map((each) => (each === old ? changed : each));
      put(find(id), others);
      return ok({ ...changed, template_id: id });
    }),
  ];
}

/** Lists have no content. */
const brief = ({ html_content: _, plain_content: _text, ...version }: Fields) => version;

/** SendGrid refuses a version without a name or a subject, also for a change. */
function requireComplete(version: Fields): Fields {
  if (!version['name'] || !version['subject'])
    throw new Problem(refuse(400, 'name and subject are required'));
  return version;
}

function show(template: Template) {
  const { id, name, updatedAt } = template;
  return { id, name, generation: 'dynamic', updated_at: dateOf(updatedAt), versions: versionsOf(template) };
}
