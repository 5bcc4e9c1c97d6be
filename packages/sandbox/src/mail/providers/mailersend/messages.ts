import {
  type DoorContext,
  dateOf,
  type Message,
  namedOutcomes,
  need,
  noContent,
  route,
  type SandboxRequest,
} from '../../kit.ts';
import { domainsOf } from './domains.ts';
import { eventTypes } from './events.ts';
import { viewRecipient } from './recipients.ts';
import { found, idOf, invalid, listIn, mailersendConventions, missing, rangeIn } from './wire.ts';

const statuses = { ...eventTypes, suppressed: 'rejected' };
const interactions = {
  opened: 'opened',
  clicked: 'clicked',
  unsubscribed: 'unsubscribed',
  complained: 'complained',
};

/** The messages that MailerSend sent, newest first. */
export function ownMessages({ messages }: DoorContext['store']): readonly Message[] {
  return messages
    .all()
    .filter(({ service, state }) => service === 'mailersend' && state === 'sent')
    .toReversed();
}

/** The mail of a message to one recipient has an id of its own. */
export const emailIdOf = ({ id }: Message, recipient: string): string => idOf(`${id} ${recipient}`);

/** Messages, the mails of each, and messages for later. */
export function messageRoutes(context: DoorContext) {
  const { store, outbox } = context;
  const scheduled = (id = '') => {
    const message = store.messages.get(id);
    if (message?.state !== 'scheduled') throw missing();
    return message;
  };
  const emails = () =>
    ownMessages(store).flatMap((message) => message.recipients.map((to) => ({ message, to })));
  return [
    route('GET', '/v1/messages', (request) => {
      const views = ownMessages(store).map(viewTimes);
      return mailersendConventions.list(views, request, 'messages');
    }),
    route('GET', '/v1/messages/:id', (_request, { id = '' }) => {
      const message = store.messages.get(id);
      if (message?.state !== 'sent') throw missing();
      return found(viewMessage(context, message));
    }),
    route('GET', '/v1/emails', (request) => {
      if (!request.query.get('domain_id')) throw invalid('domain_id', 'The domain id field is required.');
      const range = rangeIn(request);
      const views = emails()
        .filter(({ message }) => range.has(message.createdAt))
        .map(({ message, to }) => ({ ...viewEmail(context, message, to), text: null, html: null }))
        .filter((view) => isWanted(request, view));
      return mailersendConventions.list(views, request, 'emails');
    }),
    route('GET', '/v1/email/:id', (_request, { id }) => {
      const { message, to } = need(
        emails().find((each) => emailIdOf(each.message, each.to) === id),
        missing,
      );
      const activity = namedOutcomes(message, statuses)
        .filter(({ recipient }) => recipient === to)
        .map(({ name, at }) => ({ id: idOf(`${id} ${name} ${at}`), type: name, created_at: dateOf(at) }));
      return found({ ...viewEmail(context, message, to), recipient: viewRecipient(message, to), activity });
    }),
    route('GET', '/v1/message-schedules', (request) => {
      const wanted = request.query.get('status') ?? 'scheduled';
      const state = wanted === 'scheduled' ? 'scheduled' : 'none';
      const rows = store.messages
        .all()
        .filter((each) => each.service === 'mailersend' && each.state === state);
      return mailersendConventions.list(rows.map(viewSchedule), request, 'message-schedules');
    }),
    route('GET', '/v1/message-schedules/:id', (_request, { id }) => found(viewSchedule(scheduled(id)))),
    route('DELETE', '/v1/message-schedules/:id', (_request, { id = '' }) => {
      if (outbox.cancel(id) === undefined) throw missing();
      return noContent;
    }),
  ];
}

const viewTimes = ({ id, createdAt, updatedAt }: Message) => {
  return { id, created_at: dateOf(createdAt), updated_at: dateOf(updatedAt) };
};

function viewMessage({ store }: DoorContext, message: Message) {
  const { id, recipients, subject, from, labels } = message;
  const { created_at, updated_at } = viewTimes(message);
  const outcomes = namedOutcomes(message, statuses);
  const { html = null, text = null } = store.mailbox.get(id)?.parsed ?? {};
  const emails = recipients.map((email) => {
    const status = outcomes.findLast(({ recipient }) => recipient === email)?.name ?? 'queued';
    const content = { from, subject, text, html, status, tags: labels.tags ?? null };
    return { id: emailIdOf(message, email), ...content, created_at, updated_at };
  });
  return { id, created_at, updated_at, emails };
}

function viewEmail({ store }: DoorContext, message: Message, to: string) {
  const { id, from, subject, labels, own } = message;
  const { html = null, text = null } = store.mailbox.get(id)?.parsed ?? {};
  const outcomes = namedOutcomes(message, statuses).filter(({ recipient }) => recipient === to);
  const isRefused = outcomes.some(({ kind }) => kind === 'suppressed' || kind === 'bounced');
  const seen = namedOutcomes(message, interactions).filter(({ recipient }) => recipient === to);
  const { tags = [] } = labels;
  return {
    ...{ id: emailIdOf(message, to), from, to, subject, text, html, template_id: own['template_id'] ?? null },
    ...{ domain_id: domainIdOf(store, from), message_id: id, tags: tags.length > 0 ? tags : null },
    status: isRefused ? 'rejected' : 'delivered',
    interaction: [...new Set(seen.map(({ name }) => name))],
    suppression_reason: outcomes.some(({ kind }) => kind === 'suppressed') ? 'blocklisted' : null,
    ...{ created_at: dateOf(message.createdAt), updated_at: dateOf(message.updatedAt), headers: null },
  };
}

function domainIdOf(store: DoorContext['store'], from: string): string {
  const name = from.slice(from.indexOf('@') + 1);
  return domainsOf(store).find(({ own }) => own['name'] === name)?.id ?? '';
}

/** Whether a mail has what the query names. */
function isWanted({ query }: SandboxRequest, view: ReturnType<typeof viewEmail>): boolean {
  const [states, kinds] = [listIn(query, 'status'), listIn(query, 'interaction')];
  const seen: readonly string[] = view.interaction.length > 0 ? view.interaction : ['no_interaction'];
  const tag = query.get('tag');
  return (
    view.domain_id === query.get('domain_id') &&
    (states.length === 0 || states.includes(view.status)) &&
    (kinds.length === 0 || kinds.some((kind) => seen.includes(kind))) &&
    view.to === (query.get('recipient_email') ?? view.to) &&
    view.message_id === (query.get('message_id') ?? view.message_id) &&
    view.template_id === (query.get('template_id') ?? view.template_id) &&
    view.subject.includes(query.get('subject') ?? '') &&
    (tag === null || (view.tags ?? []).includes(tag))
  );
}

function viewSchedule({ id, subject, sendAt = 0, createdAt }: Message) {
  const times = { send_at: dateOf(sendAt), created_at: dateOf(createdAt) };
  return { message_id: id, subject, status: 'scheduled', status_message: null, ...times };
}
