import { isOrgError, NotFoundError } from '@org/core';
import {
  type Change,
  composites,
  type ListMembers,
  type PreparedMessage,
  type RequestCall,
  recipientsOf,
  refuseFields,
  type SendReceipt,
  type Suppression,
  type SuppressionInput,
  type Template,
  type TemplateChanges,
  type WriteReceipt,
} from '../../driver.ts';
import { classifyMailgunFailure as classify } from './errors.ts';
import { type MailgunRequests, requestsOf } from './requests.ts';
import { collectionOf, collections } from './suppressions.ts';
import { requireName, versionFields } from './templates.ts';

export { webhookScheme } from './webhooks.ts';

type Call = RequestCall<MailgunRequests>;

const maxMembers = 1_000;

const steps = {
  /** An address occurs once in a request: its variables have one place. A second mail to it needs another. */
  async 'send.batch'(messages: readonly PreparedMessage[], call: Call): Promise<readonly SendReceipt[]> {
    const receipts: SendReceipt[] = [];
    for (const [nth, indexes] of roundsOf(messages).entries()) {
      const round = indexes.map((index) => messages[index] as PreparedMessage);
      const sending = call('send.many', round);
      // An earlier round went out: its receipts must not be lost.
      const sent = nth === 0 ? sending : sending.catch((error) => round.map((each) => failed(each, error)));
      for (const [at, receipt] of (await sent).entries()) receipts[indexes[at] as number] = receipt;
    }
    return receipts;
  },

  /** Changes the active version in place. */
  async 'template.update'({ id, changes }: Change<TemplateChanges>, call: Call): Promise<Template> {
    refuseFields('mailgun', changes, ['text', 'kind']);
    const before = await call('template.get', id);
    if (changes.name !== undefined && requireName(changes.name) !== before.name)
      refuseFields('mailgun', { name: changes.name }, ['name']);
    const { description, subject, html, from, replyTo } = changes;
    const { version: tag } = before;
    if (description !== undefined) await call('template.describe', { id, form: { description } });
    if ([subject, html, from, replyTo].every((value) => value === undefined)) return call('template.get', id);
    const fields = versionFields({
      subject: subject ?? before.subject,
      html: html ?? before.html,
      from: from ?? before.from,
      replyTo: replyTo ?? before.replyTo,
    });
    if (tag === undefined)
      await call('version.create', { id, form: { ...fields, tag: 'initial', active: 'yes' } });
    else await call('version.put', { id, form: { ...fields, tag } });
    return call('template.get', id);
  },

  async 'suppression.check'(email: string, call: Call): Promise<readonly Suppression[]> {
    const found: Suppression[] = [];
    for (const collection of collections)
      found.push(...((await unlessMissing(call('suppression.get', { collection, email }))) ?? []));
    return found;
  },

  /** Without a reason, all of them. */
  async 'suppression.remove'(input: SuppressionInput, call: Call): Promise<undefined> {
    const { reason, scopeId } = input;
    const all = scopeId === undefined ? collections : (['unsubscribes'] as const);
    for (const collection of reason === undefined ? all : [collectionOf(reason)])
      await unlessMissing(call('suppression.delete', { ...input, collection }));
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
    for (const email of emails) await unlessMissing(call('member.remove', { id, email }));
    return { state: 'done' };
  },
};

/** What is not there is neither found nor removed. */
async function unlessMissing<Value>(result: Promise<Value>): Promise<Value | undefined> {
  try {
    return await result;
  } catch (error) {
    if (NotFoundError.isInstance(error)) return undefined;
    throw error;
  }
}

/** The indexes of messages in rounds, so that each address occurs once in a round. */
function roundsOf(messages: readonly PreparedMessage[]): readonly number[][] {
  const rounds: number[][] = [];
  const counts = new Map<string, number>();
  for (const [index, { to }] of messages.entries()) {
    const address = to[0]?.address.toLowerCase() ?? '';
    const nth = counts.get(address) ?? 0;
    counts.set(address, nth + 1);
    rounds[nth] ??= [];
    rounds[nth].push(index);
  }
  return rounds;
}

function failed(message: PreparedMessage, error: unknown): SendReceipt {
  if (!isOrgError(error)) throw error;
  const status = error.outcome === 'not-sent' ? 'rejected' : 'unknown';
  return { outcomes: recipientsOf(message).map((recipient) => ({ recipient, status, error })) };
}

const composedOf = (requests: MailgunRequests) =>
  composites(requests, steps, {
    'send.batch': 'unsafe',
    'template.update': 'idempotent',
    'suppression.check': 'read',
    'suppression.remove': 'idempotent',
    'list.addMembers': 'idempotent',
    'list.removeMembers': 'idempotent',
  });

export function operationsOf(domain: string) {
  const requests = requestsOf(domain);
  return { operations: { ...requests, ...composedOf(requests) }, classify };
}
