import { NotFoundError } from '@org/core';
import type { OperationTypesOf } from '@org/core/driver';
import type { ListMembers, StepCall } from '../../driver.ts';
import type { Contact, ContactChanges, ContactField, ContactInput } from '../../model/records/contact.ts';
import type { WriteReceipt } from '../../model/records/list.ts';
import type { Template, TemplateChanges, TemplateInput } from '../../model/records/template.ts';
import type { operations } from './operations.ts';
import { declareVariables } from './templates.ts';
import { provider } from './wire.ts';

type Call = StepCall<OperationTypesOf<typeof operations>>;

interface Changes<Fields> {
  readonly id: string;
  readonly changes: Fields;
}

/** Messages can only use a published template. */
async function publish(id: string, call: Call): Promise<Template> {
  await call('template.publish', id);
  return call('template.get', id);
}

async function fieldsOf(call: Call): Promise<ContactField[]> {
  const fields: ContactField[] = [];
  let cursor: string | undefined;
  do {
    const page = await call('contact.fieldPage', { pageSize: 100, cursor });
    fields.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return fields;
}

const content = ['subject', 'html', 'text'] as const;

export const steps = {
  async 'template.create'(input: TemplateInput, call: Call): Promise<Template> {
    return publish(await call('template.draft', input), call);
  },
  /** Other content may have other placeholders: what is known of them stays declared. */
  async 'template.update'({ id, changes }: Changes<TemplateChanges>, call: Call): Promise<Template> {
    const isContent = content.some((field) => changes[field] !== undefined);
    if (!isContent) {
      await call('template.patch', { id, changes });
      return publish(id, call);
    }
    const { template, variables: known } = await call('template.getDeclared', id);
    const { subject, html, text } = template;
    const variables = declareVariables({ subject, html, text, ...changes }, known);
    await call('template.patch', { id, changes, variables });
    return publish(id, call);
  },
  async 'template.duplicate'(id: string, call: Call): Promise<Template> {
    return publish(await call('template.copy', id), call);
  },
  /** Resend has no upsert: two calls at the same time may both create. */
  async 'contact.upsert'(input: ContactInput, call: Call) {
    const known = await call('contact.find', input.email);
    const { email: _, ...changes } = input;
    const hasChanges = Object.values(changes).some((value) => value !== undefined);
    const id = known ?? (await call('contact.create', input));
    if (known !== undefined && hasChanges) await call('contact.patch', { id, changes });
    return { contact: await call('contact.get', id), created: known === undefined };
  },
  async 'contact.update'({ id, changes }: Changes<ContactChanges>, call: Call): Promise<Contact> {
    return call('contact.get', await call('contact.patch', { id, changes }));
  },
  'contact.fields': (_: undefined, call: Call): Promise<readonly ContactField[]> => fieldsOf(call),
  async 'contact.deleteField'(name: string, call: Call): Promise<undefined> {
    const id = (await fieldsOf(call)).find((field) => field.name === name)?.id;
    if (id === undefined)
      throw new NotFoundError({
        message: 'Resend has no contact property with this key. Check `name`.',
        provider,
        operation: 'contact.deleteField',
        outcome: 'not-sent',
      });
    return call('contact.deleteFieldById', id);
  },
  async 'list.addMembers'({ id, emails }: ListMembers, call: Call): Promise<WriteReceipt> {
    for (const email of emails) await call('list.addMember', { id, email });
    return { state: 'done' };
  },
  async 'list.removeMembers'({ id, emails }: ListMembers, call: Call): Promise<WriteReceipt> {
    for (const email of emails) await call('list.removeMember', { id, email });
    return { state: 'done' };
  },
};
