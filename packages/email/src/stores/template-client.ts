import type { CallOptions } from '@org/core';
import type { DriverSession } from '@org/core/driver';
import type { PagedList } from '@org/core/paging';
import type { TemplateOperations } from '../driver/operations.ts';
import { readInput, readObject } from '../model/reader.ts';
import {
  type RenderedTemplate,
  readVariables,
  type Template,
  type TemplateChanges,
  type TemplateFilter,
  type TemplateInput,
  type TemplateUsage,
  type TemplateVariables,
  templateFilterReaders,
  templateReaders,
} from '../model/resources/template.ts';
import { listAll } from './list-all.ts';

/** The service's stored templates. @public */
export interface TemplateClient {
  /** @throws InvalidInputError for a missing, unknown or invalid field; nothing was sent */
  create(template: TemplateInput, options?: CallOptions): Promise<Template>;
  /** @throws NotFoundError when the service has no such template */
  get(id: string, options?: CallOptions): Promise<Template>;
  /**
   * All templates, page by page during the iteration. `pages()` yields whole pages with their cursors. Each
   * page is a call with these options.
   */
  list(filter?: TemplateFilter, options?: CallOptions): PagedList<Template>;
  /**
   * Changes the given fields and keeps the others.
   *
   * @throws NotFoundError when the service has no such template
   */
  update(id: string, changes: TemplateChanges, options?: CallOptions): Promise<Template>;
  /** @throws NotFoundError when the service has no such template */
  delete(id: string, options?: CallOptions): Promise<void>;
  /**
   * A copy of the template, under a name that the service chooses.
   *
   * @throws NotFoundError when the service has no such template
   */
  duplicate(id: string, options?: CallOptions): Promise<Template>;
  /** What uses the template. @throws NotFoundError when the service has no such template */
  usage(id: string, options?: CallOptions): Promise<TemplateUsage>;
  /**
   * Fills the placeholders in the service; sends nothing.
   *
   * @throws NotFoundError when the service has no such template
   */
  render(id: string, variables?: TemplateVariables, options?: CallOptions): Promise<RenderedTemplate>;
}

export function createTemplateClient(session: DriverSession<TemplateOperations>): TemplateClient {
  return {
    create: async (template, options) =>
      session.execute(
        'template.create',
        readObject('template', template, templateReaders, ['name', 'subject', 'html']),
        options,
      ),
    get: (id, options) => session.execute('template.get', id, options),
    list: (filter = {}, options) =>
      listAll(
        () => readObject('filter of templates', filter, templateFilterReaders),
        options,
        (page, own) => session.execute('template.list', page, own),
      ),
    update: async (id, changes, options) =>
      session.execute(
        'template.update',
        { id, changes: readObject('change of the template', changes, templateReaders) },
        options,
      ),
    delete: (id, options) => session.execute('template.delete', id, options),
    duplicate: (id, options) => session.execute('template.duplicate', id, options),
    usage: (id, options) => session.execute('template.usage', id, options),
    render: async (id, variables = {}, options) => {
      const read = readInput('The template cannot be rendered', (report) =>
        readVariables(variables, 'variables', report),
      );
      return session.execute('template.render', { id, variables: Object.fromEntries(read ?? []) }, options);
    },
  };
}
