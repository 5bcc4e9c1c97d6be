import { NotFoundError } from '@org/core';
import { type Change, composites, type ListMembers } from '../../driver.ts';
import type {
  Contact,
  ContactImport,
  ContactInput,
  Suppression,
  SuppressionInput,
  Template,
  TemplateChanges,
  TemplateInput,
  UpsertedContact,
  WebhookEndpoint,
  WebhookEndpointInput,
  WriteReceipt,
} from '../../resources.ts';
import { type Call, requests } from './requests.ts';
import { send } from './send-program.ts';
import { messageReads } from './stores/activity-reads.ts';
import { ownListNames, ownLists } from './stores/suppressions.ts';
import { activeVersion, checkTemplate, mapTemplate } from './stores/templates.ts';

export { classify } from './errors.ts';
export { webhookScheme } from './webhooks.ts';

async function writeContacts({ contacts, listIds }: ContactImport, call: Call): Promise<WriteReceipt> {
  const hasFields = contacts.some(({ fields }) => fields !== undefined && Object.keys(fields).length > 0);
  const fields = hasFields ? await call('contact.fields', undefined) : [];
  return call('contact.write', { contacts, listIds, fields });
}

/** The address is the only thing that a caller knows of a contact which is written later. */
async function getContact(id: string, call: Call): Promise<Contact> {
  if (!id.includes('@')) return call('contact.read', id);
  const [contact] = await call('contact.find', [id.toLowerCase()]);
  if (contact !== undefined) return contact;
  throw notFound('contact.get', 'SendGrid has no contact with this address, or none yet.');
}

function notFound(operation: string, message: string): NotFoundError {
  return new NotFoundError({ message, provider: 'sendgrid', operation, outcome: 'not-sent' });
}

const maxFound = 100;

const programs = {
  read: {
    'contact.get': getContact,
    async 'suppression.check'(email: string, call: Call): Promise<readonly Suppression[]> {
      const found = await Promise.all([
        ...ownListNames.map((list) => call('suppression.readEntry', { list, email })),
        call('suppression.readGlobal', email),
        call('suppression.readGroups', email),
      ]);
      return found.flat();
    },
    ...messageReads,
  },
  idempotent: {
    async 'template.update'({ id, changes }: Change<TemplateChanges>, call: Call): Promise<Template> {
      checkTemplate(changes);
      const { name, html, text } = changes;
      const found = await call('template.read', id);
      const renamed = name === undefined ? found : await call('template.rename', { id, name });
      if (changes.subject === undefined && html === undefined && text === undefined)
        return mapTemplate({ ...found, name: renamed.name, updated_at: renamed.updated_at });
      const old = activeVersion(found);
      const content = {
        templateId: id,
        versionId: old?.id,
        name: old?.name ?? renamed.name,
        subject: changes.subject ?? old?.subject ?? '',
        html,
        text,
      };
      const version = await call(
        old === undefined ? 'template.addVersion' : 'template.changeVersion',
        content,
      );
      return mapTemplate({ ...renamed, versions: [version] });
    },
    async 'contact.upsert'(contact: ContactInput, call: Call): Promise<UpsertedContact> {
      const { state, jobId } = await writeContacts({ contacts: [contact] }, call);
      return { state, jobId };
    },
    'contact.import': writeContacts,
    async 'contact.delete'(id: string, call: Call): Promise<undefined> {
      const { id: contactId } = id.includes('@') ? await getContact(id, call) : { id };
      await call('contact.remove', [contactId]);
    },
    async 'contact.deleteField'(name: string, call: Call): Promise<undefined> {
      const fields = await call('contact.fields', undefined);
      const id = fields.find((field) => field.name === name)?.id;
      if (id === undefined)
        throw notFound(
          'contact.deleteField',
          'SendGrid has no field of this name. `contacts.fields()` lists them.',
        );
      return call('contact.deleteFieldById', id);
    },
    async 'list.removeMembers'({ id, emails }: ListMembers, call: Call): Promise<WriteReceipt> {
      let last: WriteReceipt = { state: 'done' };
      for (let at = 0; at < emails.length; at += maxFound) {
        const found = await call('contact.find', emails.slice(at, at + maxFound));
        const contactIds = found.map((contact) => contact.id);
        if (contactIds.length > 0) last = await call('list.removeContacts', { id, contactIds });
      }
      return last;
    },
    async 'suppression.remove'(input: SuppressionInput, call: Call): Promise<undefined> {
      const { email, reason, scopeId } = input;
      if (scopeId !== undefined) return call('suppression.removeFromGroup', { email, scopeId });
      // The body of a 404 to a deletion is not documented: what is there is read first.
      for (const list of ownListNames.filter((each) => reason === undefined || reason === ownLists[each]))
        if ((await call('suppression.readEntry', { list, email })).length > 0)
          await call('suppression.removeEntry', { list, email });
      if (reason !== undefined && reason !== 'unsubscribe') return undefined;
      if ((await call('suppression.readGlobal', email)).length > 0)
        await call('suppression.removeGlobal', email);
      for (const { scopeId: group } of await call('suppression.readGroups', email))
        if (group !== undefined) await call('suppression.removeFromGroup', { email, scopeId: group });
      return undefined;
    },
  },
  unsafe: {
    send,
    async 'template.create'(input: TemplateInput, call: Call): Promise<Template> {
      checkTemplate(input);
      const { name, subject, html, text } = input;
      const empty = await call('template.createEmpty', name);
      try {
        const version = await call('template.addVersion', {
          templateId: empty.id,
          name,
          subject,
          html,
          text,
        });
        return mapTemplate({ ...empty, versions: [version] });
      } catch (error) {
        // A template without content is of no use.
        await call.context.undo(() => call('template.delete', empty.id));
        throw error;
      }
    },
    async 'webhook.create'(input: WebhookEndpointInput, call: Call): Promise<WebhookEndpoint> {
      const endpoint = await call('webhook.add', input);
      return { ...endpoint, secret: await call('webhook.signRequests', endpoint.id) };
    },
  },
};

export const operations = { ...requests, ...composites(requests, programs) };
