import { defineRequest } from '@org/core/driver';
import { deleteItem, getItem, refuseFields, toDate } from '../../driver.ts';
import type { SentMessage, Template, TemplateFilter } from '../../resources.ts';
import * as z from '../../wire/schema.ts';
import { classifyCancel } from './errors.ts';
import { typeOf } from './event-types.ts';
import { links, nextPage, pageQuery, provesDone, read } from './wire.ts';

const wireTemplate = z.object({ id: z.string(), name: z.string(), created_at: z.optionalText() });
const wireTemplates = z.object({ data: z.array(wireTemplate), links: links });
const wireOneTemplate = z.object({ data: wireTemplate });

const toTemplate = ({ id, name, created_at }: z.infer<typeof wireTemplate>): Template => ({
  id,
  name,
  createdAt: toDate(created_at),
});

export const templateOperations = {
  'template.get': getItem('/templates/{id}', (response) => toTemplate(read(wireOneTemplate, response).data)),
  'template.list': defineRequest({
    safety: 'read',
    encode: (filter: TemplateFilter) => {
      refuseFields('mailersend', filter, ['search', 'kind']);
      return { method: 'GET', path: '/templates', query: pageQuery(filter.pageSize, filter.cursor) };
    },
    decode: (response, { cursor }) => {
      const wire = read(wireTemplates, response);
      return { items: wire.data.map(toTemplate), nextCursor: nextPage(wire, cursor) };
    },
  }),
  'template.delete': deleteItem('/templates/{id}', provesDone),
};

const wireMessage = z.object({
  data: z.object({
    id: z.string(),
    created_at: z.optionalText(),
    emails: z.nullish(z.array(z.object({ status: z.optionalText(), subject: z.optionalText() }))),
  }),
});
const wireSchedule = z.object({
  data: z.object({
    message_id: z.string(),
    subject: z.optionalText(),
    send_at: z.optionalText(),
    status: z.string(),
    created_at: z.optionalText(),
  }),
});

export const messageOperations = {
  'message.sent': getItem('/messages/{id}', (response): SentMessage => {
    const { id, emails, created_at } = read(wireMessage, response).data;
    // One for each recipient, without its address.
    const [type = 'queued', ...others] = new Set(emails?.map(({ status }) => typeOf(status ?? '')));
    return {
      id,
      status: others.length === 0 ? type : 'unknown',
      subject: emails?.[0]?.subject ?? undefined,
      createdAt: toDate(created_at),
    };
  }),
  'message.scheduled': getItem('/message-schedules/{id}', (response): SentMessage => {
    const { message_id, subject, send_at, status, created_at } = read(wireSchedule, response).data;
    return {
      id: message_id,
      status: scheduleTypes.get(status) ?? 'unknown',
      subject: subject ?? undefined,
      sendAt: toDate(send_at),
      createdAt: toDate(created_at),
    };
  }),
  'message.cancel': deleteItem('/message-schedules/{id}', provesDone, classifyCancel),
};

const scheduleTypes = new Map<string, SentMessage['status']>([
  ['scheduled', 'queued'],
  ['sent', 'sent'],
  ['error', 'failed'],
]);
