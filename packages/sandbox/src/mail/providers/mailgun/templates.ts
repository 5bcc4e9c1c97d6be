import {
  type DoorContext,
  type Fields,
  fieldsOf,
  itemsOf,
  need,
  ok,
  parseText,
  renderHandlebars,
  resource,
  route,
  type Template,
  textOf,
} from '../../kit.ts';
import { linkedPage, mailgunConventions, readFields, stop } from './wire.ts';

function find({ store: { templates } }: DoorContext, name = ''): Template {
  const found = templates.find((row) => row.name === name);
  return need(found, () => stop(404, 'template not found'));
}

/** A version of a template. The content of the active one is that of the template. */
interface Version {
  readonly tag: string;
  readonly template: string;
  readonly headers: Fields;
  readonly comment: string;
  readonly active: boolean;
  readonly createdAt: number;
}

/** The versions; a template of another service has one. */
function versionsOf({ own, html = '', subject, createdAt }: Template): readonly Version[] {
  const kept = own['mailgunVersions'];
  if (kept !== undefined) return itemsOf(kept) as unknown as readonly Version[];
  const headers = subject === undefined ? {} : { Subject: subject };
  return [{ tag: 'initial', template: html, headers, comment: '', active: true, createdAt }];
}

const activeOf = (template: Template) => versionsOf(template).find(({ active }) => active);

/** The content of a message with a template. @throws {Problem} for an unknown template or version */
export function renderTemplate(
  context: DoorContext,
  name: string | undefined,
  tag: string | undefined,
  variables: Fields,
) {
  if (name === undefined) return { subject: undefined, html: undefined };
  const template = find(context, name);
  const version = tag === undefined ? activeOf(template) : findVersion(template, tag);
  const write = (text: unknown, isHtml: boolean) => renderHandlebars(textOf(text), variables, isHtml);
  return { subject: write(version?.headers['Subject'], false), html: write(version?.template, true) };
}

function findVersion(template: Template, tag = ''): Version {
  return need(
    versionsOf(template).find((each) => each.tag === tag),
    () => stop(404, 'template version not found'),
  );
}

/** Keeps the versions: the first is active where none is. */
function save({ store: { templates } }: DoorContext, { id, own }: Template, versions: readonly Version[]) {
  const isActive = versions.some(({ active }) => active);
  const kept = versions.map((each, at) => (at === 0 && !isActive ? { ...each, active: true } : each));
  const active = kept.find((each) => each.active);
  const content = { html: active?.template, subject: textOf(active?.headers['Subject']) };
  return templates.update(id, { ...content, own: { ...own, mailgunVersions: kept } });
}

const isYes = (text: unknown): boolean => text === 'yes' || text === 'true';

function readVersion(given: Readonly<Record<string, string>>, old: Version): Version {
  const { template, headers, comment, active } = given;
  return {
    ...old,
    ...(template !== undefined && { template }),
    ...(headers !== undefined && { headers: fieldsOf(parseText(headers)) }),
    ...(comment !== undefined && { comment }),
    ...(active !== undefined && { active: isYes(active) }),
  };
}

/** Templates and their versions. */
export function templateRoutes(context: DoorContext) {
  const { templates, now } = context.store;
  const path = '/v3/:domain/templates';
  return [
    route('POST', path, async (request) => {
      const { name = '', description = '', tag = 'initial', ...given } = await readFields(request);
      if (name === '') throw stop(400, "Missing mandatory parameter: 'name'");
      if (templates.find((row) => row.name === name.toLowerCase()) !== undefined)
        throw stop(400, `template with name ${name.toLowerCase()} already exists`);
      const empty = { tag, template: '', headers: {}, comment: '', active: true, createdAt: now() };
      const version = readVersion({ ...given, active: 'yes' }, empty);
      const row = templates.add({ name: name.toLowerCase(), own: { description } });
      save(context, row, given['template'] === undefined ? [] : [version]);
      const message = 'template has been stored';
      const shown = given['template'] === undefined ? {} : { version: showVersion(version) };
      return ok({ template: { ...brief(find(context, row.name)), ...shown }, message });
    }),
    route('GET', `${path}/:name`, ({ query }, { name }) => {
      const found = find(context, name);
      return ok({ template: isYes(query.get('active')) ? whole(found, activeOf(found)) : brief(found) });
    }),
    route('DELETE', path, () => {
      for (const { id, own } of templates.all())
        if (own['mailgunVersions'] !== undefined) templates.delete(id);
      return ok({ message: 'templates have been deleted' });
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
    ...versionRoutes(context),
  ];
}

function versionRoutes(context: DoorContext) {
  const path = '/v3/:domain/templates/:name/versions';
  /** An active version makes the others inactive. */
  const put = (template: Template, version: Version): void => {
    const kept = versionsOf(template).map((each) => (version.active ? { ...each, active: false } : each));
    const at = kept.findIndex(({ tag }) => tag === version.tag);
    save(context, template, at < 0 ? [...kept, version] : kept.with(at, version));
  };
  const answer = (name: string | undefined, tag: string | undefined, message: string) =>
    ok({ template: { name, version: { tag } }, message });
  return [
    route('GET', path, (request, { name }) => {
      const template = find(context, name);
      const views = versionsOf(template).map(({ template: _, headers: _headers, ...rest }) => ({
        ...rest,
        ...{ engine: 'handlebars', createdAt: dateOf(rest.createdAt) },
      }));
      const { items, paging } = linkedPage(views, request, context.url());
      return ok({ template: { ...brief(template), versions: items }, paging });
    }),
    route('POST', path, async (request, { name }) => {
      const { tag = '', ...given } = await readFields(request);
      const template = find(context, name);
      const kept = versionsOf(template);
      if (kept.some((each) => each.tag === tag)) throw stop(400, `version with tag ${tag} already exists`);
      const createdAt = context.store.now();
      const empty = { tag, template: '', headers: {}, comment: '', active: kept.length === 0, createdAt };
      put(template, readVersion(given, empty));
      const found = find(context, name);
      return ok({
        template: whole(found, findVersion(found, tag)),
        message: 'new version of the template has been stored',
      });
    }),
    route('GET', `${path}/:tag`, (_request, { name, tag }) => {
      const template = find(context, name);
      return ok({ template: whole(template, findVersion(template, tag)) });
    }),
    route('PUT', `${path}/:tag`, async (request, { name, tag }) => {
      const template = find(context, name);
      put(template, readVersion(await readFields(request), findVersion(template, tag)));
      return answer(name, tag, 'version has been updated');
    }),
    route('PUT', `${path}/:tag/copy/:other`, (_request, { name, tag, other = '' }) => {
      const template = find(context, name);
      const createdAt = context.store.now();
      put(template, { ...findVersion(template, tag), tag: other, active: false, createdAt });
      return answer(name, other, 'version has been copied');
    }),
    route('DELETE', `${path}/:tag`, (_request, { name, tag }) => {
      const template = find(context, name);
      findVersion(template, tag);
      save(
        context,
        template,
        versionsOf(template).filter((each) => each.tag !== tag),
      );
      return answer(name, tag, 'version has been deleted');
    }),
  ];
}

/** `Wed, 29 Aug 2018 23:31:13 UTC`. */
const dateOf = (instant: number) => new Date(instant).toUTCString().replace('GMT', 'UTC');

function brief({ name, own, createdAt, id }: Template) {
  return { name, description: own['description'] ?? '', createdAt: dateOf(createdAt), createdBy: '', id };
}

const showVersion = ({ createdAt, template, ...rest }: Version) => {
  return { ...rest, template, engine: 'handlebars', createdAt: dateOf(createdAt) };
};

function whole(template: Template, version: Version | undefined) {
  return { ...brief(template), ...(version && { version: showVersion(version) }) };
}
