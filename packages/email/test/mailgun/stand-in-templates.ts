import { type Route, type Routes, readForm } from './stand-in-form.ts';
import { pageOf } from './stand-in-pages.ts';

interface Version {
  readonly tag: string;
  readonly template: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface StoredTemplate {
  readonly name: string;
  description: string;
  version?: Version;
}

export function createTemplates(origin: string, domain: string) {
  const templates = new Map<string, StoredTemplate>();
  const base = `/v3/${domain}/templates`;
  const createdAt = 'Wed, 29 Aug 2018 23:31:13 UTC';
  const short = ({ name, description }: StoredTemplate) => ({ name, description, createdAt });
  const versionOf = (request: Parameters<Route>[0], tag: string): Version => {
    const { values } = readForm(request);
    const headers = JSON.parse(values.get('headers')?.[0] ?? '{}');
    return { tag, template: values.get('template')?.[0] ?? '', headers };
  };
  const withTemplate =
    (run: (template: StoredTemplate, ...parameters: Parameters<Route>) => ReturnType<Route>): Route =>
    (request, name = '', ...others) => {
      const found = templates.get(name);
      return found === undefined
        ? [404, { message: 'template not found' }]
        : run(found, request, name, ...others);
    };
  const routes: Routes = {
    [`GET ${base}`]: ({ query }) => [
      200,
      pageOf([...templates.values()].map(short), query, `${origin}${base}`),
    ],
    [`POST ${base}`]: (request) => {
      const { values } = readForm(request);
      const [name = '', description = ''] = [
        values.get('name')?.[0]?.toLowerCase(),
        values.get('description')?.[0],
      ];
      const stored = { name, description, version: versionOf(request, values.get('tag')?.[0] ?? 'initial') };
      templates.set(name, stored);
      const { template: _content, ...version } = stored.version;
      return [200, { template: { ...short(stored), version }, message: 'template has been stored' }];
    },
    [`GET ${base}/*`]: withTemplate((found, { query }) => [
      200,
      { template: { ...short(found), ...(query.get('active') === 'yes' ? { version: found.version } : {}) } },
    ]),
    [`PUT ${base}/*`]: withTemplate((found, request) => {
      found.description = readForm(request).values.get('description')?.[0] ?? '';
      return [200, { template: short(found), message: 'template has been updated' }];
    }),
    [`PUT ${base}/*/versions/*`]: withTemplate((found, request, _name, tag = '') => {
      found.version = versionOf(request, tag);
      return [200, { template: { name: found.name, version: { tag } }, message: 'version has been updated' }];
    }),
    [`DELETE ${base}/*`]: withTemplate((found) => {
      templates.delete(found.name);
      return [200, { template: { name: found.name }, message: 'template has been deleted' }];
    }),
  };
  return {
    routes,
    render(name: string, json = '{}') {
      const version = templates.get(name)?.version;
      if (version === undefined) return undefined;
      const variables = JSON.parse(json);
      const fill = (text = '') =>
        text.replace(/\{\{(\w+)\}\}/g, (_all, key: string) => String(variables[key] ?? ''));
      return { subject: fill(version.headers.Subject), html: fill(version.template) };
    },
  };
}
