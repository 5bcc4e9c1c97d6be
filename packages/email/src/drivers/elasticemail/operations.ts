import { ConflictError } from '@org/core';
import {
  type Change,
  composites,
  type DeliveryEvent,
  lookUp,
  nextOffset,
  type Page,
  type RequestCall,
  refuseFields,
} from '../../driver.ts';
import type {
  Contact,
  ContactChanges,
  ContactInput,
  ContactList,
  EventFilter,
  ListInput,
  SentMessage,
  Suppression,
  Template,
  TemplateChanges,
  UpsertedContact,
} from '../../resources.ts';
import { eventTypes, mapEvent } from './events.ts';
import { requests } from './requests.ts';
import { initialMembers } from './stores/lists.ts';
import type { LogEvent } from './stores/messages.ts';
import { suppressionLists } from './stores/suppressions.ts';
import { checkTemplate } from './stores/templates.ts';
import { defaultPageSize, toInstant } from './wire.ts';

export { classify } from './errors.ts';
export { webhookScheme } from './webhooks.ts';

type Call = RequestCall<typeof requests>;

/** Whether the service keeps fields that a request leaves out is not documented: all are sent again. */
async function changeContact(old: Contact, changes: ContactChanges, call: Call): Promise<Contact> {
  const { firstName, lastName, fields } = old;
  const merged = { ...fields, ...changes.fields } as ContactInput['fields'];
  return call('contact.replace', {
    id: old.id,
    changes: { firstName, lastName, ...changes, fields: merged },
  });
}

/** Transactions have a UUID as their id, mails have another form. */
function isTransaction(id: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);
}

async function findTransaction(id: string, call: Call): Promise<string | undefined> {
  return isTransaction(id) ? id : (await call('message.view', id)).transactionId;
}

function mapLogEvent(event: LogEvent, wanted: string | undefined): Promise<DeliveryEvent> {
  const { EventType, MsgID, TransactionID } = event;
  const isWhole = wanted !== undefined && isTransaction(wanted);
  return mapEvent({
    type: lookUp(eventTypes, EventType) ?? 'unknown',
    name: `${EventType}`,
    messageId: (isWhole ? TransactionID : MsgID) ?? TransactionID ?? undefined,
    recipient: event.To ?? undefined,
    at: toInstant(event.EventDate) ?? new Date(0),
    category: event.MessageCategory ?? undefined,
    message: event.Message ?? undefined,
    channel: event.ChannelName ?? undefined,
    raw: event,
  });
}

function matches(event: DeliveryEvent, { messageId, recipient, type }: EventFilter): boolean {
  if (type !== undefined && event.type !== type) return false;
  if (messageId !== undefined && event.messageId !== messageId) return false;
  return recipient === undefined || event.recipient?.toLowerCase() === recipient.toLowerCase();
}

const programs = {
  read: {
    /** One look-up says whether the address is suppressed, and the lists say why. */
    async 'suppression.check'(email: string, call: Call): Promise<readonly Suppression[]> {
      const found = await call('suppression.find', email);
      if (found === undefined) return [];
      const reasons = await Promise.all(
        suppressionLists.map((list) => call('suppression.search', { list, email })),
      );
      return reasons.flat().length > 0 ? reasons.flat() : [found];
    },
    async 'message.get'(id: string, call: Call): Promise<SentMessage> {
      if (isTransaction(id)) return call('message.job', id);
      const { transactionId: _, ...message } = await call('message.view', id);
      return message;
    },
    async 'message.events'(filter: EventFilter, call: Call): Promise<Page<DeliveryEvent>> {
      const { messageId, pageSize = defaultPageSize, cursor } = filter;
      const transactionId = messageId === undefined ? undefined : await findTransaction(messageId, call);
      const found = await call('message.log', { ...filter, transactionId });
      const events = await Promise.all(found.map((event) => mapLogEvent(event, messageId)));
      return {
        items: events.filter((event) => matches(event, filter)),
        nextCursor: nextOffset(cursor, found.length, { pageSize: Math.min(pageSize, 1_000) }),
      };
    },
  },
  idempotent: {
    /** The service replaces a whole template: what does not change is sent again. */
    async 'template.update'({ id, changes }: Change<TemplateChanges>, call: Call): Promise<Template> {
      checkTemplate(changes);
      const { name, subject, html, text } = changes;
      const old = await call('template.read', id);
      const template = {
        name: name ?? old.name,
        subject: subject ?? old.subject,
        html: html ?? old.html,
        text: text ?? old.text,
        scope: old.scope,
      };
      return call('template.replace', { id, template });
    },
    async 'contact.upsert'(input: ContactInput, call: Call): Promise<UpsertedContact> {
      refuseFields('elasticemail', input, ['subscribed']);
      const old = await call('contact.find', input.email);
      if (old === undefined) return { contact: await call('contact.add', input), created: true };
      return { contact: await changeContact(old, input, call), created: false };
    },
    async 'contact.update'({ id, changes }: Change<ContactChanges>, call: Call): Promise<Contact> {
      refuseFields('elasticemail', changes, ['subscribed', 'email']);
      return changeContact(await call('contact.get', id), changes, call);
    },
  },
  unsafe: {
    /**
     * The service's words about the members of a new list are "Leave empty for all contacts". A list that
     * should be empty and is not would send a campaign to everybody.
     */
    async 'list.create'(input: ListInput, call: Call): Promise<ContactList> {
      const list = await call('list.add', input);
      if (initialMembers(input) !== undefined) return list;
      const { items } = await call('list.members', { id: list.id, pageSize: 1 });
      if (items.length === 0) return list;
      throw new ConflictError({
        message:
          'Elastic Email created the list with contacts in it. Delete it with `lists.delete`, and create ' +
          'it with its members: `providerOptions: { elasticemail: { emails: […] } }`.',
        provider: 'elasticemail',
        operation: 'list.create',
        outcome: 'sent',
      });
    },
  },
};

export const operations = { ...requests, ...composites(requests, programs) };
