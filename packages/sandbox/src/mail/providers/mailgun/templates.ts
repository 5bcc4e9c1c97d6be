import {
  type DoorContext,
  type Fields,
  fieldsOf,
  need,
  ok,
  parseText,
  type Route,
  renderHandlebars,
  resource,
  route,
  type Template,
  textOf,
} from '../../kit.ts';
import { mailgunConventions, readFields, stop } from './wire.ts';

function find({ store: { templates } }: DoorContext, name = ''): Template {
  const found = templates.find((row) => row.name === name);
  return need(found, () => stop(404, 'template not found'));
}

/** The content of a message with a template. @throws {Problem} for an unknown template */
export function renderTemplate(context: DoorContext, name: string | undefined, variables: Fields) {
  if (name === undefined) return { subject: undefined, html: undefined };
  const { subject, html } = find(context, name);
  return {
    subject: renderHandlebars(subject, variables, false),
    html: renderHandlebars(html, variables, true),
  };
}

/** Templates, with one version each: the active one. */
export function templateRoutes(context: DoorContext): readonly Route[] {
  const { templates } = context.store;
  const path = '/v3/:domain/templates';
  return [
    route('POST', path, async (request) => {
      const { name = '', description = '', tag = 'initial', ...version } = await readFields(request);
      const own = { description, tag, headers: parseText(version['headers']) };
      const fields = { name: name.toLowerCase(), ...contentOf(version), own };
      if (templates.find((row) => row.name === fields.name) !== undefined)
        throw stop(400, `template with name ${fields.name} already exists`);
      const { template: _, ...stored } = show(templates.add(fields)).version;
      return ok({
        template: { ...brief(find(context, fields.name)), version: stored },
        message: 'template has been stored',
      });
    }),
    route('GET', `${path}/:name`, ({ query }, { name }) => {
      const found = find(context, name);
      return ok({ template: query.get('active') === 'yes' ? show(found) : brief(found) });
    }),
    ...resource(mailgunConventions(context.url), path, templates, {
      verbs: ['list', 'change', 'remove'],
      find: (_table, name) => find(context, name),
      view: brief,
      change: ({ description }, { own }) => ({
        own: { ...own, ...(description !== undefined && { description }) },
      }),
      changed: ({ view: template }) => ok({ template, message: 'template has been updated' }),
      removed: ({ row: { name } }) => ok({ template: { name }, message: 'template has been deleted' }),
    }),
    route('PUT', `${path}/:name/versions/:tag`, async (request, { name, tag }) => {
      const { id, own } = find(context, name);
      const version = await readFields(request);
      const headers = parseText(version['headers']) ?? own['headers'];
      templates.update(id, { ...contentOf(version), own: { ...own, tag, headers } });
      return ok({ template: { name, version: { tag } }, message: 'version has been updated' });
    }),
  ];
}

function contentOf({ template, headers }: Readonly<Record<string, string>>) {
  const subject = textOf(fieldsOf(parseText(headers))['Subject']);
  return { ...(template !== undefined && { html: template }), ...(subject !== undefined && { subject }) };
}

/** `Wed, 29 Aug 2018 23:31:13 UTC`. */
const dateOf = (instant: number) => new Date(instant).toUTCString().replace('GMT', 'UTC');

function brief({ name, own, createdAt }: Template) {
  return { name, description: own['description'] ?? '', createdAt: dateOf(createdAt) };
}

function show(template: Template) {
  const { subject, html = '', own, createdAt } = template;
  const headers = { ...fieldsOf(own['headers']), ...(subject !== undefined && { Subject: subject }) };
  const { tag = 'initial' } = own;
  const content = { template: html, engine: 'handlebars', headers };
  const version = { tag, ...content, createdAt: dateOf(createdAt), active: true };
  return { ...brief(template), version };
}
