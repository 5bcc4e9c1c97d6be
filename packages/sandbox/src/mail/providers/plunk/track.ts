import { randomUUID } from 'node:crypto';
import { type DoorContext, dateOf, type Fields, ok } from '../../kit.ts';
import { plunkContacts } from './contacts.ts';
import { invalidFields } from './failure.ts';
import { email, flag, readShape, text } from './fields.ts';

const reservedEvent = /^(?:email\.|contact\.(?:subscribed|unsubscribed)$|segment\..+\.(?:entry|exit)$)/;
const shape = { event: text(1), email, subscribed: flag };

/** `POST /v1/track`: stores the contact. Events have no effect, because the sandbox has no workflows. */
export function trackEvent({ store }: DoorContext, body: Fields) {
  const { event = '', email: address = '', ...change } = readShape(body, shape, ['event', 'email']);
  if (reservedEvent.test(event)) {
    const message = `Event name "${event}" is reserved for the system`;
    throw invalidFields([{ field: 'event', message, code: 'reserved_event', received: event }]);
  }
  const { contact } = plunkContacts(store).upsert(address, { data: body['data'], ...change }, true);
  const data = { contact: contact.id, event: randomUUID(), timestamp: dateOf(store.now()) };
  return ok({ success: true, data });
}
