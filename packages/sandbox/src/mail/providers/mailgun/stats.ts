import {
  type DoorContext,
  type Fields,
  fieldsOf,
  dateOf as isoOf,
  type MailStore,
  type Message,
  need,
  ok,
  outcomesOf,
  readForm,
  route,
  typedRows,
} from '../../kit.ts';
import { dataOf } from './events.ts';
import { dateOf, mailgunConventions, stop } from './wire.ts';

const hourMs = 3_600_000;
const resolutions: Readonly<Record<string, number>> = { hour: hourMs, day: 24 * hourMs, month: 720 * hourMs };

/** What became of messages, in the words of the statistics. */
function countsOf(messages: readonly Message[]) {
  const outcomes = messages.flatMap(outcomesOf);
  const count = (kind: string) => outcomes.filter((outcome) => outcome.kind === kind).length;
  const sent = messages.reduce((sum, { recipients }) => sum + recipients.length, 0);
  const [bounced, suppressed, deferred] = [count('bounced'), count('suppressed'), count('deferred')];
  const permanent = { bounce: bounced, 'delayed-bounce': 0, 'suppress-bounce': suppressed };
  return {
    accepted: { incoming: 0, outgoing: sent, total: sent },
    delivered: { smtp: count('delivered'), http: 0, total: count('delivered') },
    failed: {
      temporary: { espblock: 0, total: deferred },
      permanent: { ...permanent, total: bounced + suppressed },
    },
    opened: { total: count('opened') },
    clicked: { total: count('clicked') },
    unsubscribed: { total: count('unsubscribed') },
    complained: { total: count('complained') },
    stored: { total: 0 },
  };
}

type Counts = ReturnType<typeof countsOf>;

/** The totals of the wanted events, for the time with the present instant. */
function totals({ now }: MailStore, query: URLSearchParams, messages: readonly Message[]) {
  const events = query.getAll('event');
  const resolution = query.get('resolution') ?? 'day';
  const step = resolutions[resolution] ?? 24 * hourMs;
  const wanted = (counts: Counts) =>
    Object.fromEntries(
      Object.entries(counts).filter(([name]) => events.length === 0 || events.includes(name)),
    );
  const points = new Map<number, Message[]>([[Math.floor(now() / step) * step, []]]);
  for (const message of messages) {
    const at = Math.floor(message.createdAt / step) * step;
    points.set(at, [...(points.get(at) ?? []), message]);
  }
  const stats = [...points]
    .sort(([one], [other]) => one - other)
    .map(([at, own]) => ({ time: dateOf(at), ...wanted(countsOf(own)) }));
  const [first, last] = [stats[0]?.time, stats.at(-1)?.time];
  return { start: query.get('start') ?? first, end: query.get('end') ?? last, resolution, stats };
}

/** Statistics, the tags of messages, and the log of events. */
export function statRoutes({ store, url }: DoorContext) {
  const own = () => store.messages.all().filter(({ service }) => service === 'mailgun');
  const ofDomain = (domain = '') => own().filter(({ id }) => id.endsWith(`@${domain}`));
  const tags = tagsOf(store);
  const path = '/v3/:domain/tags';
  const shown = ({ tag, description, first, last }: Tag) => {
    return { tag, description, 'first-seen': isoOf(first), 'last-seen': isoOf(last) };
  };
  return [
    route('GET', '/v3/stats/total', ({ query }) => ok(totals(store, query, own()))),
    route('GET', '/v3/:domain/stats/total', ({ query }, { domain }) =>
      ok(totals(store, query, ofDomain(domain))),
    ),
    route('GET', path, (request) => mailgunConventions(url).list(tags.all().map(shown), request, 'tag')),
    route('GET', `${path}/:tag`, (_request, { tag }) => ok(shown(tags.find(tag)))),
    route('PUT', `${path}/:tag`, async (request, { tag = '' }) => {
      const { values } = await readForm(request);
      tags.describe(tags.find(tag).tag, values.get('description')?.[0] ?? '');
      return ok({ message: 'Tag updated' });
    }),
    route('DELETE', `${path}/:tag`, (_request, { tag = '' }) => {
      tags.remove(tags.find(tag).tag);
      return ok({ message: 'Tag deleted' });
    }),
    route('GET', `${path}/:tag/stats`, ({ query }, { tag = '' }) => {
      const { description } = tags.find(tag);
      const messages = own().filter(({ labels }) => labels.tags?.includes(tag));
      return ok({ tag, description, ...totals(store, query, messages) });
    }),
    ...analyticsRoutes(store),
  ];
}

interface Tag {
  readonly tag: string;
  readonly description: string;
  /** Epoch milliseconds of its first and last message. */
  readonly first: number;
  readonly last: number;
}

/** The tags of sent messages, with the descriptions that were put, without those that were deleted. */
function tagsOf(store: MailStore) {
  const rows = typedRows<{ readonly description: string; readonly deletedAt?: number }>(
    store,
    'mailgun tags',
  );
  const all = (): readonly Tag[] => {
    const found = new Map<string, Tag>();
    for (const { service, createdAt, labels } of store.messages.all())
      for (const tag of service === 'mailgun' ? (labels.tags ?? []) : []) {
        const { description = '', deletedAt = Number.NEGATIVE_INFINITY } = rows.get(tag) ?? {};
        const first = found.get(tag)?.first ?? createdAt;
        if (createdAt > deletedAt) found.set(tag, { tag, description, first, last: createdAt });
      }
    return [...found.values()];
  };
  const put = (tag: string, fields: { readonly description: string; readonly deletedAt?: number }) =>
    void (rows.update(tag, fields) ?? rows.add(fields, tag));
  return {
    all,
    find: (name = '') =>
      need(
        all().find(({ tag }) => tag === name),
        () => stop(404, 'tag not found'),
      ),
    describe: (tag: string, description: string) => put(tag, { description }),
    remove: (tag: string) => put(tag, { description: '', deletedAt: store.now() }),
  };
}

const tagLimit = 5000;

function analyticsRoutes(store: MailStore) {
  const tags = tagsOf(store);
  const path = '/v1/analytics/tags';
  const nameIn = (body: Fields) => tags.find(String(body['tag'])).tag;
  return [
    route('POST', path, (request) => {
      const { pagination, tag } = fieldsOf(request.json());
      const { skip = 0, limit = 10, sort = 'lastseen:desc' } = fieldsOf(pagination);
      const found = tags.all().filter((each) => tag === undefined || each.tag.includes(`${tag}`));
      const page = found.slice(Number(skip), Number(skip) + Number(limit));
      const items = page.map(({ tag: name, description, first, last }) => ({
        ...{ account_id: '', parent_account_id: '', account_name: 'sandbox', tag: name, description },
        ...{ first_seen: isoOf(first), last_seen: isoOf(last), metrics: {} },
      }));
      return ok({ items, pagination: { sort, skip, limit, total: found.length } });
    }),
    route('GET', `${path}/limits`, () => {
      const { length: count } = tags.all();
      return ok({ limit: tagLimit, count, limit_reached: count >= tagLimit });
    }),
    route('PUT', path, (request) => {
      const body = fieldsOf(request.json());
      tags.describe(nameIn(body), String(body['description'] ?? ''));
      return ok({ message: 'Tag updated' });
    }),
    route('DELETE', path, (request) => {
      tags.remove(nameIn(fieldsOf(request.json())));
      return ok({ message: 'Tag deleted' });
    }),
    route('POST', '/v1/analytics/logs', (request) => {
      const { start, end, events, pagination } = fieldsOf(request.json());
      const { limit = 100, token = 0 } = fieldsOf(pagination);
      const names = Array.isArray(events) ? events : undefined;
      const all = store.messages
        .all()
        .filter(({ service }) => service === 'mailgun')
        .flatMap(logsOf)
        .filter(({ event }) => names === undefined || names.includes(event))
        .toReversed();
      const first = Number(token) || 0;
      const items = all.slice(first, first + Number(limit));
      const next = first + items.length < all.length ? `${first + items.length}` : undefined;
      return ok({
        ...{ start: start ?? dateOf(store.now() - 24 * hourMs), end: end ?? dateOf(store.now()) },
        ...{ items, pagination: { next, total: all.length }, aggregates: { all: all.length, metrics: {} } },
      });
    }),
  ];
}

function logsOf(message: Message) {
  const [, domain = ''] = message.id.split('@');
  return outcomesOf(message).map(({ kind, at, recipient }) => {
    const event = { kind: kind === 'suppressed' ? 'bounced' : kind, at, recipient, message } as const;
    const {
      timestamp: _,
      'user-variables': variables,
      ...rest
    } = dataOf({
      ...event,
      id: `${kind}-${message.id}-${recipient}`,
    });
    const own = { 'user-variables': JSON.stringify(variables), domain: { name: domain } };
    return { ...rest, ...own, '@timestamp': isoOf(at) };
  });
}
