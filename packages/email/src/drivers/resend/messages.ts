import { defineRequest } from '@org/core/driver';
import { getItem, itemRequest, jsonSchema, toDate } from '../../driver.ts';
import type { SentMessage } from '../../resources.ts';
import * as z from '../../wire/schema.ts';
import { eventTypes } from './events.ts';
import { provesWrite } from './wire.ts';

const wireEmail = z.object({
  id: z.string(),
  subject: z.optionalText(),
  created_at: z.optionalText(),
  scheduled_at: z.optionalText(),
  last_event: z.optionalText(),
});

const email = jsonSchema(
  wireEmail,
  (wire): SentMessage => ({
    id: wire.id,
    // `canceled` has no counterpart.
    status:
      wire.last_event === 'queued' ? 'queued' : (eventTypes.get(`email.${wire.last_event}`) ?? 'unknown'),
    subject: wire.subject ?? undefined,
    createdAt: toDate(wire.created_at),
    sendAt: toDate(wire.scheduled_at),
  }),
);

export const messageOperations = {
  'message.get': getItem('/emails/{id}', email),
  'message.cancel': defineRequest({
    safety: 'idempotent',
    encode: (id: string) => itemRequest('POST', '/emails/{id}/cancel', id),
    isAccepted: provesWrite,
  }),
  'message.reschedule': defineRequest({
    safety: 'idempotent',
    encode: ({ id, sendAt }: { readonly id: string; readonly sendAt: Date }) =>
      itemRequest('PATCH', '/emails/{id}', id, { scheduled_at: sendAt.toISOString() }),
    isAccepted: provesWrite,
  }),
};
