import { defineRequest, invalidInput } from '@org/core/driver';
import { jsonSchema } from '../../driver.ts';
import type { TemplateInput, TemplateUsage } from '../../resources.ts';
import * as z from '../../wire/schema.ts';
import { plunkTemplate, plunkTemplatePage, provesWrite } from './decode.ts';
import { convertToPlunkTemplate, convertToPlunkTemplateList } from './encode.ts';
import { deleteById, getById, pathOf, updateById } from './resource.ts';

// `TemplateService.getUsage` of Plunk's source: the steps that would break without the template.
const wireUsage = z.looseObject({ workflowSteps: z.number() });

export const templateOperations = {
  'template.create': defineRequest({
    safety: 'unsafe',
    encode: (input: TemplateInput) => {
      if (input.from === undefined)
        throw invalidInput('from', 'is missing: a template of Plunk has a sender');
      const json = convertToPlunkTemplate({ kind: 'transactional', ...input });
      return { method: 'POST', path: '/templates', json };
    },
    decode: plunkTemplate,
    isAccepted: provesWrite,
  }),
  'template.get': getById('template.get', 'templates', plunkTemplate),
  'template.list': defineRequest({
    safety: 'read',
    encode: convertToPlunkTemplateList,
    decode: plunkTemplatePage,
  }),
  'template.update': updateById('template.update', 'templates', convertToPlunkTemplate, plunkTemplate),
  'template.delete': deleteById('template.delete', 'templates'),
  'template.duplicate': defineRequest({
    safety: 'unsafe',
    encode: (id: string) => ({ method: 'POST', ...pathOf('templates', id, '/duplicate') }),
    decode: plunkTemplate,
    isAccepted: provesWrite,
  }),
  'template.usage': defineRequest({
    safety: 'read',
    encode: (id: string) => ({ method: 'GET', ...pathOf('templates', id, '/usage') }),
    decode: jsonSchema(wireUsage, (wire): TemplateUsage => ({ count: wire.workflowSteps, raw: wire })),
  }),
};
