import {
  type DeliveryEvent,
  type DeliveryEventType,
  isWithin,
  lookUp,
  type Page,
  toDate,
} from '../../../driver.ts';
import type { EventFilter, SentMessage } from '../../../resources.ts';
import { mapActivity } from '../events.ts';
import type { Call } from '../requests.ts';
import type { ActivityMessage } from './activity.ts';

const statuses: Readonly<Record<string, DeliveryEventType>> = {
  processed: 'queued',
  delivered: 'delivered',
  not_delivered: 'bounced',
};
const statusOf = ({ status }: ActivityMessage): DeliveryEventType => lookUp(statuses, status) ?? 'unknown';

/** SendGrid has no pages for messages, only the latest of a time: 1000 at most. */
const maxMessages = 1_000;

async function getMessage(id: string, call: Call): Promise<SentMessage> {
  const found = await call('message.find', { messageId: id, limit: maxMessages });
  const [first] = found;
  const recipients = found.map((message) => ({ recipient: message.to_email, status: statusOf(message) }));
  return {
    id,
    status: first === undefined ? 'unknown' : statusOf(first),
    subject: first?.subject ?? undefined,
    recipients,
  };
}

const defaultPageSize = 20;

/**
 * The next page begins at the time of the last message. The messages of that time that were read already
 * follow in the cursor: `2030-01-02T03:04:05Z a,b`.
 */
async function listEvents(filter: EventFilter, call: Call): Promise<Page<DeliveryEvent>> {
  const { pageSize = defaultPageSize, cursor = '' } = filter;
  const [time = '', known = ''] = cursor.split(' ');
  const read = known === '' ? [] : known.split(',');
  const limit = Math.min(pageSize + read.length, maxMessages);
  const found = await call('message.search', { ...filter, to: toDate(time) ?? filter.to, limit });
  const messages = found.filter(({ msg_id }) => !read.includes(msg_id));
  const events: DeliveryEvent[] = [];
  for (const { msg_id } of messages) {
    const details = await call('message.details', msg_id);
    for (const event of await mapActivity(details, filter.messageId))
      if ((filter.type ?? event.type) === event.type && isWithin(event.timestamp, filter)) events.push(event);
  }
  const isLast = found.length < limit || messages.length === 0;
  return { items: events, nextCursor: isLast ? undefined : cursorAfter(messages, time, read) };
}

function cursorAfter(messages: readonly ActivityMessage[], time: string, read: readonly string[]): string {
  const last = messages.at(-1)?.last_event_time ?? '';
  const ids = messages.filter(({ last_event_time }) => last_event_time === last).map(({ msg_id }) => msg_id);
  return `${last} ${[...(last === time ? read : []), ...ids].join(',')}`;
}

export const messageReads = { 'message.get': getMessage, 'message.events': listEvents };
