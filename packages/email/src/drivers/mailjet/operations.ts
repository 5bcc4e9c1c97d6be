import { isOrgError } from '@org/core';
import {
  type Change,
  collectPages,
  composites,
  type ListMembers,
  type Page,
  type RequestCall,
  refuseFields,
} from '../../driver.ts';
import type {
  Contact,
  ContactChanges,
  ContactField,
  ContactInput,
  ContactList,
  ListChanges,
  ListFilter,
  Template,
  TemplateChanges,
  TemplateInput,
  WebhookEndpoint,
  WebhookEndpointInput,
  WriteReceipt,
} from '../../resources.ts';
import { propertiesOf, refuseNames } from './contacts.ts';
import { type Callback, namesOf, toEndpoints } from './endpoints.ts';
import { listNumber } from './jobs.ts';
import { requests } from './requests.ts';
import { provider } from './wire.ts';

export { classify } from './errors.ts';
export { webhookScheme } from './webhooks.ts';

type Call = RequestCall<typeof requests>;

const hasAny = <Fields extends object>(changes: Fields, names: readonly (keyof Fields)[]) =>
  names.some((name) => changes[name] !== undefined);

async function readTemplate(id: string, call: Call): Promise<Template> {
  const base = await call('template.base', id);
  const { fields } = await call('template.content', id);
  return { ...base, ...fields };
}

async function readContact(id: string, call: Call): Promise<Contact> {
  const contact = await call('contact.base', id);
  const properties = await call('contact.properties', contact.id);
  return { ...contact, fields: { ...properties, ...contact.fields } };
}

async function putProperties(id: string, changes: ContactChanges, call: Call): Promise<void> {
  const properties = propertiesOf(changes);
  if (Object.keys(properties).length > 0) await call('contact.putProperties', { id, properties });
}

async function manage(
  { id, emails }: ListMembers,
  action: 'addnoforce' | 'remove',
  call: Call,
): Promise<WriteReceipt> {
  listNumber(id, 'id');
  return { state: 'pending', jobId: `${id}/${await call('list.manage', { id, emails, action })}` };
}

const programs = {
  read: {
    'template.get': readTemplate,
    'contact.get': readContact,
    'contact.fields': (_: undefined, call: Call): Promise<readonly ContactField[]> =>
      collectPages((cursor) => call('contact.fieldPage', { pageSize: 1_000, cursor })),
    async 'webhook.list'(_: ListFilter, call: Call): Promise<Page<WebhookEndpoint>> {
      const callbacks = await collectPages((cursor) =>
        call('webhook.callbackPage', { pageSize: 1_000, cursor }),
      );
      return { items: toEndpoints(callbacks) };
    },
  },
  idempotent: {
    async 'template.update'({ id, changes }: Change<TemplateChanges>, call: Call): Promise<Template> {
      if (hasAny(changes, ['name', 'description', 'kind'])) await call('template.put', { id, changes });
      const isHeader = hasAny(changes, ['subject', 'from', 'replyTo']);
      if (isHeader || hasAny(changes, ['html', 'text'])) {
        // Header lines are one value: the others must be sent again.
        const { headers } = await call('template.content', id);
        await call('template.putContent', { id, changes, headers });
      }
      return readTemplate(id, call);
    },
    /** Mailjet has no upsert without a list: two calls at the same time may both create. */
    async 'contact.upsert'(input: ContactInput, call: Call) {
      refuseNames(input);
      const { email, ...changes } = input;
      const known = await call('contact.find', email);
      const id = known ?? (await call('contact.create', input));
      const isChanged = changes.subscribed !== undefined || changes.fields?.['Name'] !== undefined;
      if (known !== undefined && isChanged) await call('contact.put', { id, changes });
      await putProperties(id, changes, call);
      return { contact: await readContact(id, call), created: known === undefined };
    },
    async 'contact.update'({ id, changes }: Change<ContactChanges>, call: Call): Promise<Contact> {
      refuseNames(changes);
      refuseFields(provider, changes, ['email']);
      if (changes.subscribed !== undefined || changes.fields?.['Name'] !== undefined)
        await call('contact.put', { id, changes });
      await putProperties(id, changes, call);
      return readContact(id, call);
    },
    async 'contact.delete'(id: string, call: Call): Promise<undefined> {
      const number = /^\d+$/.test(id) ? id : (await call('contact.base', id)).id;
      return call('contact.erase', number);
    },
    async 'list.update'({ id, changes }: Change<ListChanges>, call: Call): Promise<ContactList> {
      await call('list.put', { id, changes });
      return call('list.get', id);
    },
    'list.addMembers': (members: ListMembers, call: Call) => manage(members, 'addnoforce', call),
    'list.removeMembers': (members: ListMembers, call: Call) => manage(members, 'remove', call),
    async 'webhook.delete'(id: string, call: Call): Promise<undefined> {
      for (const each of id.split(',')) await call('webhook.deleteCallback', each);
      return undefined;
    },
  },
  unsafe: {
    async 'template.create'(input: TemplateInput, call: Call): Promise<Template> {
      const id = await call('template.new', input);
      await call('template.putContent', { id, changes: input, headers: {} });
      return readTemplate(id, call);
    },
    /** Mailjet has an address for each event. */
    async 'webhook.create'(input: WebhookEndpointInput, call: Call): Promise<WebhookEndpoint> {
      refuseFields(provider, input, ['name', 'providerOptions']);
      const { url, events } = input;
      const callbacks: Callback[] = [];
      try {
        for (const event of namesOf(events))
          callbacks.push(await call('webhook.createCallback', { event, url }));
      } catch (error) {
        // Half of the events at this address would look like all of them. A callback that may exist has no id
        // to delete it by: then the error says which others exist.
        const isRefused = isOrgError(error) && error.outcome === 'not-sent' && !call.context.signal.aborted;
        if (isRefused)
          await call.context.undo(async () => {
            for (const { id } of callbacks) await call('webhook.deleteCallback', id);
          });
        throw error;
      }
      const [endpoint = { id: '', url, events: [] }] = toEndpoints(
        callbacks.map((each) => ({ ...each, url })),
      );
      return endpoint;
    },
  },
};

export const operations = { ...requests, ...composites(requests, programs) };
