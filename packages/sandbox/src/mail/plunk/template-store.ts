import { randomUUID } from 'node:crypto';
import { PlunkFailure } from './failure.ts';

/** The type of a template. A contact that is not subscribed gets no marketing template. */
export type TemplateType = 'TRANSACTIONAL' | 'MARKETING' | 'HEADLESS';

/** All types, for validation. */
export const templateTypes: readonly TemplateType[] = ['TRANSACTIONAL', 'MARKETING', 'HEADLESS'];

/** The fields of a request. */
export interface TemplateContent {
  readonly name: string;
  readonly description: string | null;
  readonly subject: string;
  readonly body: string;
  readonly from: string;
  readonly fromName: string | null;
  readonly replyTo: string | null;
  readonly type: TemplateType;
}

/** A template of the API. */
export interface StoredTemplate extends TemplateContent {
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** A filter of templates. */
export interface TemplateQuery {
  readonly page: number;
  readonly pageSize: number;
  readonly type?: string;
  readonly search?: string;
  readonly sort: 'name' | 'createdAt' | 'updatedAt';
  readonly direction: 'asc' | 'desc';
}

/** One page of templates, counted from 1. */
export interface TemplatePage {
  readonly data: readonly StoredTemplate[];
  readonly total: number;
  readonly page: number;
  readonly pageSize: number;
  readonly totalPages: number;
}

/** The templates of the project. */
export interface TemplateStore {
  list(query: TemplateQuery): TemplatePage;
  find(id: string): StoredTemplate | undefined;
  /** @throws {PlunkFailure} 404 */
  get(id: string): StoredTemplate;
  create(content: TemplateContent): StoredTemplate;
  update(id: string, change: Partial<TemplateContent>): StoredTemplate;
  delete(id: string): void;
}

/** An empty store of at most `maxTemplates`. */
export function createTemplateStore(options: {
  readonly maxTemplates: number;
  readonly now: () => number;
}): TemplateStore {
  const byId = new Map<string, StoredTemplate>();
  const timestamp = (): string => new Date(options.now()).toISOString();

  const put = (template: StoredTemplate): StoredTemplate => {
    byId.set(template.id, template);
    return template;
  };

  const get = (id: string): StoredTemplate => {
    const template = byId.get(id);
    if (template === undefined) throw new PlunkFailure(404, 'Template not found');
    return template;
  };

  return {
    get,
    find: (id) => byId.get(id),
    list: (query) => listTemplates([...byId.values()], query),
    create: (content) => {
      if (byId.size >= options.maxTemplates) {
        throw new PlunkFailure(500, `The sandbox holds at most ${options.maxTemplates} templates`, {
          code: 'DATABASE_ERROR',
        });
      }
      const at = timestamp();
      return put({ id: randomUUID(), ...content, createdAt: at, updatedAt: at });
    },
    update: (id, change) => put({ ...get(id), ...change, updatedAt: timestamp() }),
    delete: (id) => void byId.delete(get(id).id),
  };
}

function listTemplates(templates: readonly StoredTemplate[], query: TemplateQuery): TemplatePage {
  const { page, pageSize, type, sort } = query;
  const search = query.search?.toLowerCase();
  const sign = query.direction === 'asc' ? 1 : -1;
  const found = templates
    .filter((template) => type === undefined || template.type === type)
    .filter(
      ({ name, description, subject }) =>
        search === undefined ||
        [name, description, subject].some((text) => text?.toLowerCase().includes(search)),
    )
    .sort((a, b) => (a[sort] === b[sort] ? 0 : sign * (a[sort] < b[sort] ? -1 : 1)));
  return {
    data: found.slice((page - 1) * pageSize, page * pageSize),
    total: found.length,
    page,
    pageSize,
    totalPages: Math.ceil(found.length / pageSize),
  };
}
