import { randomUUID } from 'node:crypto';
import {
  type DoorContext,
  type Fields,
  fieldsOf,
  itemsOf,
  need,
  noContent,
  ok,
  Problem,
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
export function templateRoutes({ store: { templates }, url }: DoorContext) {
  const find = (id: string): Template => need(templates.get(id), () => missing('template'));
  const put = (template: Template, versions: readonly Fields[]): void => {
    const { subject, html_content, plain_content } = versions.find(({ active }) => active === 1) ?? {};
    const content = { subject: textOf(subject), html: textOf(html_content), text: textOf(plain_content) };
    templates.update(template.id, { ...content, own: { ...template.own, versions } });
  };
  const add = (name: string, versions: readonly Fields[], generation: unknown = 'dynamic') => {
    const id = generation === 'legacy' ? randomUUID() : `d-${randomUUID().replaceAll('-', '')}`;
    const template = templates.add({ name, own: { versions, generation } }, id);
    put(template, versions);
    return ok(show(find(template.id)), 201);
  };
  const path = '/v3/templates';
  const conventions = conventionsOf(url, 0);
  return [
    route('POST', path, (request) => {
      const { name, generation } = fieldsOf(request.json());
      if (!textOf(name)) throw new Problem(refuse(400, 'name is required', 'name'));
      return add(textOf(name) ?? '', [], generation);
    }),
    ...resource(conventions, path, templates, {
      name: 'template',
      verbs: ['show', 'change', 'remove'],
      view: show,
      change: ({ name }, old) => ({ name: textOf(name) ?? old.name }),
    }),
    route('GET', path, (request) => {
      const view = (row: Template) => ({ ...show(row), versions: versionsOf(row).map(brief) });
      const generations = (request.query.get('generations') ?? '').split(',').filter(Boolean);
      const views = templates.all().map(view);
      const found = views.filter(
        ({ generation }) => generations.length === 0 || generations.includes(generation),
      );
      return conventions.list(found, request, 'template');
    }),
    route('POST', `${path}/:id`, (request, { id = '' }) => {
      const { name } = request.bytes.length === 0 ? {} : fieldsOf(request.json());
      const { own } = find(id);
      return add(textOf(name) ?? `${find(id).name} copy`, versionsOf(find(id)), own['generation']);
    }),
    ...versionRoutes(find, put),
  ];
}

function versionRoutes(
  find: (id: string) => Template,
  put: (template: Template, versions: readonly Fields[]) => void,
) {
  const path = '/v3/templates';
  const findVersion = (id: string, version: string): Fields =>
    need(
      versionsOf(find(id)).find((each) => each['id'] === version),
      () => missing('version'),
    );
  return [
    route('POST', `${path}/:id/versions`, (request, { id = '' }) => {
      const version = {
        active: 1,
        ...requireComplete(fieldsOf(request.json())),
        id: makeId(),
        updated_at: dateOf(Date.now()),
      };
      put(find(id), [...besides(versionsOf(find(id)), version), version]);
      return ok({ ...version, template_id: id }, 201);
    }),
    route('PATCH', `${path}/:id/versions/:version`, (request, { id = '', version = '' }) => {
      const versions = versionsOf(find(id));
      const old = versions.find((each) => each['id'] === version);
      if (old === undefined) throw missing('version');
      const changed = {
        ...old,
        ...requireComplete(fieldsOf(request.json())),
        updated_at: dateOf(Date.now()),
      };
      const others = besides(versions, changed);
      put(find(id), others.with(versions.indexOf(old), changed));
      return ok({ ...changed, template_id: id });
    }),
    route('GET', `${path}/:id/versions/:version`, (_request, { id = '', version = '' }) =>
      ok({ ...findVersion(id, version), template_id: id }),
    ),
    route('DELETE', `${path}/:id/versions/:version`, (_request, { id = '', version = '' }) => {
      const removed = findVersion(id, version);
      put(
        find(id),
        versionsOf(find(id)).filter((each) => each !== removed),
      );
      return noContent;
    }),
    route('POST', `${path}/:id/versions/:version/activate`, (_request, { id = '', version = '' }) => {
      const chosen = findVersion(id, version);
      put(
        find(id),
        versionsOf(find(id)).map((each) => ({ ...each, active: each === chosen ? 1 : 0 })),
      );
      return ok({ ...chosen, active: 1, template_id: id });
    }),
  ];
}

/** The versions beside a written one: inactive if that is active. */
const besides = (versions: readonly Fields[], written: Fields): readonly Fields[] =>
  written['active'] === 1 ? versions.map((each) => ({ ...each, active: 0 })) : versions;

/** Lists have no content. */
const brief = ({ html_content: _, plain_content: _text, ...version }: Fields) => version;

/** SendGrid refuses a version without a name or a subject, also for a change. */
function requireComplete(version: Fields): Fields {
  if (!version['name'] || !version['subject'])
    throw new Problem(refuse(400, 'name and subject are required'));
  return version;
}

function show(template: Template) {
  const { id, name, own, updatedAt } = template;
  const generation = textOf(own['generation']) ?? 'dynamic';
  return { id, name, generation, updated_at: dateOf(updatedAt), versions: versionsOf(template) };
}
