import { memberPath } from '../member-path.ts';
import type { Refuse } from './lossy.ts';

const plainTypes = ['string', 'number', 'boolean'];

export const refuseVariables: Refuse = ({ template }, { can: { templateVariables = 'plain' } }, refuse) => {
  if (templateVariables === 'json') return;
  for (const [name, value] of template?.variables ?? []) {
    const path = memberPath('template.variables', name);
    if (templateVariables === 'text' && typeof value !== 'string')
      refuse(path, 'must be a text: the service has no other values');
    else if (!plainTypes.includes(typeof value))
      refuse(path, 'must be a text, a number or a boolean: the service has no other values');
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
