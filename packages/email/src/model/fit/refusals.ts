import { isRecord } from '@org/core/driver';
import { memberPath } from '../member-path.ts';
import type { Refuse } from './lossy.ts';

/** The kinds of values, with the words for them. */
const variableKinds = {
  text: ['a text', 'string'],
  numbers: ['a text or a number', 'string', 'number'],
  plain: ['a text, a number or a boolean', 'string', 'number', 'boolean'],
  lists: ['a text, a number or a list of objects', 'string', 'number', 'list'],
};

export const refuseVariables: Refuse = ({ template }, { can: { templateVariables = 'plain' } }, refuse) => {
  if (templateVariables === 'json') return;
  const [words, ...kinds] = variableKinds[templateVariables];
  for (const [name, value] of template?.variables ?? []) {
    const kind = Array.isArray(value) && value.every(isRecord) ? 'list' : typeof value;
    if (!kinds.includes(kind))
      refuse(memberPath('template.variables', name), `must be ${words}: the service has no other values`);
  }
};

export const refuseLate: Refuse = ({ sendAt }, { limits: { maxScheduleMs }, now }, refuse) => {
  if (sendAt === undefined || maxScheduleMs === undefined || sendAt.getTime() - now() <= maxScheduleMs)
    return;
  const hours = Math.floor(maxScheduleMs / 3_600_000);
  refuse('sendAt', `is too late: the service accepts at most ${hours} hours ahead`);
};

export const refuseInline: Refuse = ({ attachments }, { can }, refuse) => {
  const inline = attachments.findIndex(({ disposition }) => disposition === 'inline');
  if (inline !== -1 && !can.inlineAttachments) refuse(`attachments[${inline}]`, 'cannot be inline');
};

/** A field that a service carries in MIME only, where it fills no templates. */
export const refuseBesideTemplate =
  (field: 'sender' | 'alternatives'): Refuse =>
  ({ template, alternatives, sender }, { can }, refuse) => {
    const isGiven = field === 'sender' ? sender !== undefined : alternatives.length > 0;
    if (isGiven && template !== undefined && can.mime === 'needed')
      refuse(field, 'is not possible with `template`: the service takes it in MIME only');
  };
