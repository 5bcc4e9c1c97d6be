import { type DoorContext, dateOf, type Message, namedOutcomes, ok, route } from '../../kit.ts';
import { countIn } from './wire.ts';

/** The feed of the project, newest first: what happened to its mails. */
export function activityRoutes({ store }: DoorContext) {
  const own = () => store.messages.all().filter(({ service }) => service === 'plunk');
  return [route('GET', '/activity', ({ query }) => ok(listActivities(own().flatMap(viewsOf), query)))];
}

const types = {
  delivered: 'delivered',
  bounced: 'bounced',
  complained: 'complaint',
  opened: 'opened',
  clicked: 'clicked',
  suppressed: 'suppressed',
};

function viewsOf(message: Message) {
  const { id, createdAt, recipients, subject, suppressed, own } = message;
  const common = {
    contactEmail: recipients[0],
    contactId: own['contactId'],
    metadata: { subject, sourceType: 'TRANSACTIONAL' },
  };
  const sent = suppressed.length > 0 ? [] : [{ name: 'sent', at: createdAt }];
  return [...sent, ...namedOutcomes(message, types)].map(({ name, at }) => ({
    ...{ id: `${id}_${name}`, type: `email.${name}`, timestamp: dateOf(at) },
    ...common,
  }));
}

function listActivities(entries: readonly ReturnType<typeof viewsOf>[number][], query: URLSearchParams) {
  const types = query.get('types')?.split(',');
  const contactId = query.get('contactId');
  const cursor = query.get('cursor');
  const limit = countIn(query, 'limit', 50, 100);
  // As in Plunk, pages after the first one do not begin at `startDate`.
  const start = cursor === null ? Date.parse(query.get('startDate') ?? '1970-01-01') : 0;
  const end = Date.parse(query.get('endDate') ?? '9999-01-01');
  const found = entries
    .toReversed()
    .filter(({ type }) => types === undefined || types.includes(type))
    .filter((entry) => contactId === null || entry.contactId === contactId)
    .filter(({ timestamp }) => Date.parse(timestamp) >= start && Date.parse(timestamp) <= end);
  const last = cursor?.slice(cursor.indexOf('_') + 1);
  const from = last === undefined ? 0 : found.findIndex(({ id }) => id === last) + 1;
  const data = found.slice(from, from + limit);
  const hasMore = from + limit < found.length;
  const final = data.at(-1);
  return { data, ...(hasMore && final && { cursor: `${Date.parse(final.timestamp)}_${final.id}` }), hasMore };
}
