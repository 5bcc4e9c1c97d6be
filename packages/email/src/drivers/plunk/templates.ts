import { defineRequest, invalidInput } from '@org/core/driver';
import { deleteItem, getItem, itemRequest, jsonSchema } from '../../driver.ts';
import type { TemplateInput, TemplateUsage } from '../../resources.ts';
import * as z from '../../wire/schema.ts';
import { plunkTemplate, plunkTemplatePage, provesDelete, provesWrite } from './decode.ts';
import { convertToPlunkTemplate, convertToPlunkTemplateList } from './encode.ts';
import { patchItem } from './resource.ts';

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
  'template.get': getItem('/templates/{id}', plunkTemplate),
  'template.list': defineRequest({
    safety: 'read',
    encode: convertToPlunkTemplateList,
    decode: plunkTemplatePage,
  }),
  'template.update': patchItem('/templates/{id}', convertToPlunkTemplate, plunkTemplate),
  'template.delete': deleteItem('/templates/{id}', provesDelete),
  'template.duplicate': defineRequest({
    safety: 'unsafe',
    encode: (id: string) => itemRequest('POST', '/templates/{id}/duplicate', id),
    decode: plunkTemplate,
    isAccepted: provesWrite,
  }),
  'template.usage': getItem(
    '/templates/{id}/usage',
    jsonSchema(wireUsage, (wire): TemplateUsage => ({ count: wire.workflowSteps, raw: wire })),
  ),
};
