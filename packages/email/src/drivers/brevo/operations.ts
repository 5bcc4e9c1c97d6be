import { NotFoundError } from '@org/core';
import {
  type Change,
  composites,
  type DeliveryEvent,
  type ListMembers,
  type RequestCall,
} from '../../driver.ts';
import type {
  Contact,
  ContactChanges,
  ContactInput,
  ContactList,
  ListChanges,
  MessageRecipient,
  SentMessage,
  Template,
  TemplateChanges,
  UpsertedContact,
  WriteReceipt,
} from '../../resources.ts';
import { requests } from './requests.ts';

export { classify } from './errors.ts';
export { webhookScheme } from './webhooks.ts';

type Call = RequestCall<typeof requests>;
/** Brevo answers writes with an id, or with nothing: a further request reads what it has now. */
const programs = {
  read: {
    async 'message.get'(id: string, call: Call): Promise<SentMessage> {
      const { items: events } = await call('message.events', { messageId: id });
      if (events.length === 0) return { id, ...(await call('message.scheduled', id)) };
      const sorted = events.toSorted((a, b) => a.timestamp.getTime() - b.timestamp.getTime());
      return {
        id,
        status: sorted.at(-1)?.type ?? 'unknown',
        createdAt: sorted[0]?.timestamp,
        recipients: recipientsOf(sorted),
        events: sorted,
      };
    },
  },
  idempotent: {
    async 'template.update'(input: Change<TemplateChanges>, call: Call): Promise<Template> {
      await call('template.put', input);
      return call('template.get', input.id);
    },
    /** Brevo deletes only inactive templates. */
    async 'template.delete'(id: string, call: Call): Promise<undefined> {
      await call('template.deactivate', id);
      return call('template.remove', id);
    },
    async 'contact.upsert'(input: ContactInput, call: Call): Promise<UpsertedContact> {
      const { created } = await call('contact.put', input);
      return { contact: await call('contact.get', input.email), created };
    },
    async 'contact.update'(input: Change<ContactChanges>, call: Call): Promise<Contact> {
      await call('contact.change', input);
      const isAddress = input.id.includes('@');
      return call('contact.get', isAddress ? (input.changes.email ?? input.id) : input.id);
    },
    async 'list.update'(input: Change<ListChanges>, call: Call): Promise<ContactList> {
      const { name, providerOptions } = input.changes;
      if (name !== undefined) await call('list.rename', input);
      if (providerOptions !== undefined) await call('list.move', input);
      return call('list.get', input.id);
    },
    async 'list.addMembers'({ id, emails }: ListMembers, call: Call): Promise<WriteReceipt> {
      for (const part of partsOf(emails))
        for (const email of await call('list.add', { id, emails: part }))
          await requireMember(id, email, call);
      return { state: 'done' };
    },
    async 'list.removeMembers'({ id, emails }: ListMembers, call: Call): Promise<WriteReceipt> {
      // Brevo reports those that are not members; that is what the caller wants.
      for (const part of partsOf(emails)) await call('list.remove', { id, emails: part });
      return { state: 'done' };
    },
  },
};

const mostMembers = 150;

function partsOf(emails: readonly string[]): (readonly string[])[] {
  const count = Math.ceil(emails.length / mostMembers);
  return Array.from({ length: count }, (_, index) =>
    emails.slice(index * mostMembers, (index + 1) * mostMembers),
  );
}

/** Brevo does not say why it did not add a contact: it is a member already, or there is none. */
async function requireMember(listId: string, email: string, call: Call): Promise<void> {
  const { listIds = [] } = await call('contact.get', email);
  if (listIds.includes(listId)) return;
  throw new NotFoundError({
    message: 'Brevo did not add a contact to the list, although it has the contact. Check the list.',
    provider: 'brevo',
    operation: 'list.addMembers',
    outcome: 'sent',
  });
}

function recipientsOf(sorted: readonly DeliveryEvent[]): MessageRecipient[] {
  const latest = new Map<string, DeliveryEvent['type']>();
  for (const { recipient, type } of sorted) if (recipient !== undefined) latest.set(recipient, type);
  return [...latest].map(([recipient, status]) => ({ recipient, status }));
}

export const operations = { ...requests, ...composites(requests, programs) };
