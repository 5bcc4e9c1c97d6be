import type { Routes } from '../support/json-service.ts';
import type { ContentOf } from './stand-in-mail.ts';
import { refuse } from './stand-in-words.ts';

interface Version {
  readonly id: string;
  readonly active: number;
  readonly name: string;
  readonly subject: string;
  readonly html_content?: string;
  readonly plain_content?: string;
}

interface Template {
  readonly id: string;
  readonly name: string;
  readonly generation: string;
  readonly updated_at: string;
  readonly versions: readonly Version[];
}

export function createTemplateRoutes() {
  const templates = new Map<string, Template>();
  let made = 0;

  const add = (name: string, versions: readonly Version[]): Template => {
    made += 1;
    const template = {
      id: `d-${made}`,
      name,
      generation: 'dynamic',
      updated_at: '2030-01-02 03:04:05',
      versions,
    };
    templates.set(template.id, template);
    return template;
  };
  const missing = refuse(404, 'template not found', 'template_id');
  /** SendGrid refuses a version without a name or a subject, also for a change. */
  const isComplete = ({ name, subject }: Version) => Boolean(name && subject);

  const routes: Routes = {
    'POST /v3/templates': (request) => [201, add(request.json<Template>().name, [])],
    'GET /v3/templates': ({ query }) => {
      const size = Number(query.get('page_size'));
      if (!(size >= 1 && size <= 200)) return refuse(400, 'page_size is required', 'page_size');
      const start = Number(query.get('page_token') ?? 0);
      const all = [...templates.values()];
      const self = 'https://api.sendgrid.com/v3/templates';
      const next = `${self}?page_size=${size}&page_token=${start + size}`;
      const result = all.slice(start, start + size).map(({ versions, ...template }) => ({
        ...template,
        versions: versions.map(({ html_content: _html, plain_content: _text, ...version }) => version),
      }));
      return [200, { result, _metadata: { self, ...(start + size < all.length ? { next } : {}) } }];
    },
    'GET /v3/templates/*': (_request, id = '') => {
      const template = templates.get(id);
      return template === undefined ? missing : [200, template];
    },
    'PATCH /v3/templates/*': (request, id = '') => {
      const template = templates.get(id);
      if (template === undefined) return missing;
      const changed = { ...template, name: request.json<Template>().name };
      templates.set(id, changed);
      return [200, changed];
    },
    'DELETE /v3/templates/*': (_request, id = '') => (templates.delete(id) ? [204] : missing),
    'POST /v3/templates/*': (_request, id = '') => {
      const template = templates.get(id);
      return template === undefined ? missing : [201, add(`${template.name} copy`, template.versions)];
    },
    'POST /v3/templates/*/versions': (request, id = '') => {
      const template = templates.get(id);
      const given = request.json<Version>();
      if (template === undefined) return missing;
      if (!isComplete(given)) return refuse(400, 'name and subject are required');
      const version = { ...given, id: `v-${template.versions.length + 1}` };
      const others = template.versions.map((other) => ({ ...other, active: 0 }));
      templates.set(id, { ...template, versions: [...others, version] });
      return [201, { ...version, template_id: id }];
    },
    'PATCH /v3/templates/*/versions/*': (request, id = '', versionId) => {
      const template = templates.get(id);
      const old = template?.versions.find((version) => version.id === versionId);
      const given = request.json<Version>();
      if (template === undefined || old === undefined) return missing;
      if (!isComplete(given)) return refuse(400, 'name and subject are required');
      const version = { ...old, ...given };
      const versions = template.versions.map((other) => (other.id === versionId ? version : other));
      templates.set(id, { ...template, versions });
      return [200, { ...version, template_id: id }];
    },
  };

  const contentOf: ContentOf = (id, variables) => {
    const version = templates.get(id)?.versions.find(({ active }) => active === 1);
    if (version === undefined) return undefined;
    const fill = (words: string) =>
      words.replace(/\{\{(\w+)\}\}/g, (_, name) => String(variables[name] ?? ''));
    return { subject: fill(version.subject), html: fill(version.html_content ?? '') };
  };
  return { routes, contentOf };
}
