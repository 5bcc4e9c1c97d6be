import { randomUUID } from 'node:crypto';
import {
  acceptAll,
  type Campaign,
  type Contact,
  client,
  contactBook,
  type Door,
  type DoorContext,
  dateOf,
  type Fields,
  fill,
  type Message,
  mailboxOf,
  namedOutcomes,
  need,
  ok,
  resource,
  route,
  textFieldsOf,
  textOf,
  textsOf,
} from '../../kit.ts';
import { isSubscribed } from './contacts.ts';
import { readTime } from './read-time.ts';
import { badAddress, invalid, missing, readBody, requireFields, resendConventions } from './wire.ts';

const names = ['from', 'html', 'text', 'reply_to', 'preview_text', 'segment_id', 'audience_id', 'topic_id'];
const draft = { status: 'draft', sentCount: 0 };

/** Mails to the contacts of a segment. */
export function broadcastRoutes(context: DoorContext, problem: Door['problem']) {
  const { store, outbox } = context;
  const { campaigns, messages } = store;
  const find = (id = ''): Campaign => need(campaigns.get(id), missing);
  const sentOf = (id: string): readonly Message[] =>
    messages.all().filter(({ own }) => own['broadcast'] === id);
  const send = async (campaign: Campaign, given: unknown): Promise<void> => {
    const sendAt = given === undefined || given === null ? undefined : readTime(given, store.now());
    const mails = audienceOf(context, campaign).map((contact) => mailOf(campaign, contact, sendAt));
    acceptAll(context, problem, mails);
    const isLater = sendAt !== undefined && sendAt > store.now();
    const times = isLater ? { scheduled_at: dateOf(sendAt) } : { sent_at: dateOf(store.now()) };
    campaigns.update(campaign.id, {
      status: isLater ? 'queued' : 'sent',
      own: { ...campaign.own, ...times },
    });
  };
  return [
    route('POST', '/broadcasts', async (request) => {
      const body = readBody(request, 'from', 'subject');
      if ((body['segment_id'] ?? body['audience_id']) === undefined) requireFields(body, 'segment_id');
      const campaign = campaigns.add({ ...draft, ...readContent(body) });
      if (body['send'] === true) await send(campaign, body['scheduled_at']);
      return ok({ object: 'broadcast', id: campaign.id }, 201);
    }),
    ...resource(resendConventions, '/broadcasts', campaigns, {
      name: 'broadcast',
      verbs: ['list', 'show', 'change', 'remove'],
      view: (campaign) => view(campaign, store.now()),
      change: (body, old) => readContent(body, requireDraft(old)),
      removed: ({ row }) => ok({ object: 'broadcast', id: requireDraft(row).id, deleted: true }),
    }),
    route('POST', '/broadcasts/:id/send', async (request, { id }) => {
      await send(
        requireDraft(find(id)),
        request.bytes.length > 0 ? readBody(request)['scheduled_at'] : undefined,
      );
      return ok({ object: 'broadcast', id });
    }),
    route('POST', '/broadcasts/:id/cancel', (_request, { id }) => {
      const campaign = find(id);
      if (campaign.status !== 'queued' || isOver(campaign, store.now()))
        throw invalid('Only a scheduled broadcast can be cancelled.');
      for (const { id: message } of sentOf(campaign.id)) outbox.cancel(message);
      const { scheduled_at: _, ...own } = campaign.own;
      campaigns.update(campaign.id, { status: 'draft', own });
      return ok({ object: 'broadcast', id });
    }),
    route('POST', '/broadcasts/:id/duplicate', (_request, { id }) => {
      const { name, subject, own } = find(id);
      const { scheduled_at: _, sent_at: _at, ...copied } = own;
      const copy = campaigns.add({ ...draft, name: `${name} (Copy)`, subject, own: copied });
      return ok({ object: 'broadcast', id: copy.id }, 201);
    }),
    route('GET', '/broadcasts/:id/recipients', (request, { id }) =>
      resendConventions.list(recipientsOf(sentOf(find(id).id), request.query), request, 'recipient'),
    ),
    route('GET', '/broadcasts/:id/clicked-links', (request, { id }) =>
      resendConventions.list(linksOf(sentOf(find(id).id)), request, 'link'),
    ),
  ];
}

function requireDraft(campaign: Campaign): Campaign {
  if (campaign.status === 'draft') return campaign;
  throw invalid(`The broadcast is ${campaign.status}: only drafts can be changed, sent or removed.`);
}

function readContent(body: Fields, old?: Campaign) {
  const given = names.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]]]));
  return {
    name: textOf(body['name']) ?? old?.name ?? 'Untitled',
    subject: textOf(body['subject']) ?? old?.subject ?? '',
    own: { ...old?.own, ...Object.fromEntries(given) },
  };
}

/** Whether the time of a scheduled one has come. */
function isOver({ own }: Pick<Campaign, 'own'>, now: number): boolean {
  return Date.parse(String(own['scheduled_at'])) <= now;
}

function view({ id, name, subject, status, own, createdAt }: Campaign, now: number) {
  const all = Object.fromEntries(
    [...names, 'scheduled_at', 'sent_at'].map((field) => [field, own[field] ?? null]),
  );
  const isSent = status === 'queued' && isOver({ own }, now);
  const state = isSent ? { status: 'sent', sent_at: own['scheduled_at'] } : { status };
  return { ...all, id, name, subject, ...state, created_at: dateOf(createdAt) };
}

/** Subscribed contacts of the segment, and of the topic. @throws {Problem} 404 for an unknown segment */
function audienceOf({ store }: DoorContext, { own }: Campaign): readonly Contact[] {
  const segment = textOf(own['segment_id'] ?? own['audience_id']) ?? '';
  const topic = textOf(own['topic_id']);
  if (store.lists.get(segment) === undefined) throw missing();
  return contactBook(store)
    .membersOf(segment)
    .filter(
      (contact) => !contact.unsubscribed && (topic === undefined || isSubscribed(store, contact, topic)),
    );
}

/** `{{{FIRST_NAME|there}}}`, and `{{{contact.first_name|there}}}`. */
const placeholder = /\{\{\{\s*([\w.]+)\s*(?:\|([^{}]*))?\}\}\}/g;

function mailOf({ id, subject, own }: Campaign, contact: Contact, sendAt: number | undefined) {
  const { email, firstName, lastName, fields } = contact;
  const url = 'https://resend.localhost/unsubscribe';
  const person = { ...textFieldsOf(fields), email, first_name: firstName, last_name: lastName };
  const upper = { EMAIL: email, FIRST_NAME: firstName, LAST_NAME: lastName };
  const values = { ...upper, contact: person, RESEND_UNSUBSCRIBE_URL: url, UNSUBSCRIBE_URL: url };
  const render = (text: unknown) => fill(textOf(text), placeholder, values);
  const from = mailboxOf(own['from'], badAddress('from'));
  if (from === undefined) throw badAddress('from')();
  return {
    id: randomUUID(),
    from,
    to: [{ name: '', address: email }],
    replyTo: textsOf(own['reply_to']),
    subject: render(subject) ?? '',
    html: render(own['html']),
    text: render(own['text']),
    sendAt,
    own: { from: own['from'], to: [email], broadcast: id, contact: contact.id },
    labels: { service: 'resend', stream: textOf(own['topic_id']) },
  };
}

/** All clicks of the sandbox's events are on one link. */
function linksOf(messages: readonly Message[]): readonly object[] {
  const counts = messages.map((each) => namedOutcomes(each, { clicked: 'clicked' }).length);
  const clicks = counts.reduce((sum, count) => sum + count, 0);
  const unique_clicks = counts.filter((count) => count > 0).length;
  return clicks === 0 ? [] : [{ id: '1', url: client.link, clicks, unique_clicks }];
}

const types = {
  delivered: 'delivered',
  opened: 'opened',
  clicked: 'clicked',
  bounced: 'bounced',
  complained: 'complained',
  unsubscribed: 'unsubscribed',
  suppressed: 'suppressed',
};

function recipientsOf(messages: readonly Message[], query: URLSearchParams): readonly object[] {
  const [type, email] = [query.get('type') ?? '', query.get('email')];
  if (type !== 'sent' && !(type in types)) throw invalid('Missing or unknown `type`.');
  const hits = messages
    .filter(({ state, recipients }) => state === 'sent' && (email === null || recipients.includes(email)))
    .map((message) => {
      const count = namedOutcomes(message, types).filter(({ name }) => name === type).length;
      return { message, count };
    })
    .filter(({ count }) => type === 'sent' || count > 0);
  return hits.map(({ message: { id, recipients, own }, count }) => ({
    ...{ id, contact_id: own['contact'] ?? null, email: recipients[0] ?? '' },
    ...(['opened', 'clicked'].includes(type) && { count }),
    ...(type === 'clicked' && { clicked_links: [{ url: client.link, clicks: count }] }),
    ...(type === 'bounced' && { bounce_type: 'permanent' }),
  }));
}
