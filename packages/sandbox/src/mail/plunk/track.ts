import { randomUUID } from 'node:crypto';
import type { SandboxResponse } from '../../http/exchange.ts';
import { invalidFields } from './failure.ts';
import { createFieldReader, isRecord } from './fields.ts';
import type { PlunkProject } from './project.ts';

const reservedEvent = /^(?:email\.|contact\.(?:subscribed|unsubscribed)$|segment\..+\.(?:entry|exit)$)/;

/** `POST /v1/track`: stores the contact. Events have no effect, because the sandbox has no workflows. */
export function trackEvent(project: PlunkProject, body: unknown): SandboxResponse {
  const fields = isRecord(body) ? body : {};
  const reader = createFieldReader();
  const event = reader.text('event', fields['event'], { minLength: 1 });
  const email = reader.email('email', fields['email']);
  const subscribed =
    fields['subscribed'] === undefined ? undefined : reader.flag('subscribed', fields['subscribed']);
  reader.finish();
  if (event !== undefined && reservedEvent.test(event)) {
    const message = `Event name "${event}" is reserved for the system`;
    throw invalidFields([{ field: 'event', message, code: 'reserved_event', received: event }]);
  }
  const change = { data: fields['data'], ...(subscribed === undefined ? undefined : { subscribed }) };
  const { contact } = project.contacts.upsert(email ?? '', change, true);
  const timestamp = new Date(project.now()).toISOString();
  return {
    status: 200,
    json: { success: true, data: { contact: contact.id, event: randomUUID(), timestamp } },
  };
}
