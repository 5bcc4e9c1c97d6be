import { type Change, composites, type ListMembers, type RequestCall, refuseFields } from '../../driver.ts';
import type {
  Suppression,
  SuppressionInput,
  Template,
  TemplateChanges,
  WriteReceipt,
} from '../../resources.ts';
import { classifyMailgunFailure as classify } from './errors.ts';
import { requestsOf } from './requests.ts';
import { collectionOf, collections } from './suppressions.ts';
import { requireName, versionFields } from './templates.ts';

export { webhookScheme } from './webhooks.ts';

type Call = RequestCall<ReturnType<typeof requestsOf>>;

const maxMembers = 1_000;

const programs = {
  read: {
    async 'suppression.check'(email: string, call: Call): Promise<readonly Suppression[]> {
      const found: Suppression[] = [];
      for (const collection of collections)
        found.push(...(await call('suppression.get', { collection, email })));
      return found;
    },
  },
  idempotent: {
    /** Changes the active version in place. */
    async 'template.update'({ id, changes }: Change<TemplateChanges>, call: Call): Promise<Template> {
      refuseFields('mailgun', changes, ['text', 'kind']);
      const before = await call('template.get', id);
      if (changes.name !== undefined && requireName(changes.name) !== before.name)
        refuseFields('mailgun', { name: changes.name }, ['name']);
      const { description, subject, html, from, replyTo } = changes;
      const { version: tag } = before;
      if (description !== undefined) await call('template.describe', { id, form: { description } });
      if ([subject, html, from, replyTo].every((value) => value === undefined))
        return call('template.get', id);
      const fields = versionFields({
        subject: subject ?? before.subject,
        html: html ?? before.html,
        from: from ?? before.from,
        replyTo: replyTo ?? before.replyTo,
      });
      if (tag === undefined)
        await call('version.create', { id, form: { tag: 'initial', ...fields, active: 'yes' } });
      else await call('version.put', { id, form: { ...fields, tag } });
      return call('template.get', id);
    },
    /** Without a reason, all of them. */
    async 'suppression.remove'(input: SuppressionInput, call: Call): Promise<undefined> {
      const { reason, scopeId } = input;
      const all = scopeId === undefined ? collections : (['unsubscribes'] as const);
      for (const collection of reason === undefined ? all : [collectionOf(reason)])
        await call('suppression.delete', { ...input, collection });
      return undefined;
    },
    async 'list.addMembers'({ id, emails }: ListMembers, call: Call): Promise<WriteReceipt> {
      let last: WriteReceipt = { state: 'done' };
      for (let at = 0; at < emails.length; at += maxMembers)
        last = await call('members.add', { id, emails: emails.slice(at, at + maxMembers) });
      return last;
    },
    async 'list.removeMembers'({ id, emails }: ListMembers, call: Call): Promise<WriteReceipt> {
      await call('list.get', id);
      for (const email of emails) await call('member.remove', { id, email });
      return { state: 'done' };
    },
  },
};

export function operationsOf(domain: string) {
  const requests = requestsOf(domain);
  return { operations: { ...requests, ...composites(requests, programs) }, classify };
}
