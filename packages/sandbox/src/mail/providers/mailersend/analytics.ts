import { type DoorContext, namedOutcomes, route, type SandboxRequest } from '../../kit.ts';
import { domainsOf } from './domains.ts';
import { eventTypes } from './events.ts';
import { ownMessages } from './messages.ts';
import { found, listIn, rangeIn } from './wire.ts';

const dayMs = 24 * 3_600_000;

/** Counts of events by day, and of opens by country, program and kind of it. */
export function analyticsRoutes({ store }: DoorContext) {
  /** The names and times of the events that a query asks for. */
  const eventsOf = (request: SandboxRequest) => {
    const range = rangeIn(request);
    const [tags, domain] = [listIn(request.query, 'tags'), request.query.get('domain_id')];
    const name = domain === null ? undefined : domainsOf(store).get(domain)?.own['name'];
    const events = ownMessages(store)
      .filter(({ labels }) => tags.length === 0 || tags.some((tag) => labels.tags?.includes(tag)))
      .filter(({ from }) => domain === null || from.endsWith(`@${name}`))
      .flatMap((message) => {
        const sent = message.recipients.map(() => ({ name: 'sent', at: message.createdAt }));
        return [...sent, ...namedOutcomes(message, eventTypes)];
      })
      .filter(({ at }) => range.has(at));
    const { from, to } = range;
    return { events, times: { date_from: `${from / 1000}`, date_to: `${to / 1000}` } };
  };
  const opens = (path: string, name: string) =>
    route('GET', `/v1/analytics/${path}`, (request) => {
      const { events, times } = eventsOf(request);
      const count = events.filter((event) => event.name === 'opened').length;
      return found({ ...times, stats: count === 0 ? [] : [{ name, count }] });
    });
  return [
    route('GET', '/v1/analytics/date', (request) => {
      const { events, times } = eventsOf(request);
      const asked = listIn(request.query, 'event');
      const names = asked.length > 0 ? asked : ['sent', 'delivered'];
      const days = [...new Set(events.map(({ at }) => Math.floor(at / dayMs)))].sort(
        (one, other) => one - other,
      );
      const stats = days.map((day) => {
        const counts = names.map((name) => {
          return [
            name,
            events.filter((event) => event.name === name && Math.floor(event.at / dayMs) === day).length,
          ];
        });
        return { date: `${(day * dayMs) / 1000}`, ...Object.fromEntries(counts) };
      });
      return found({ ...times, group_by: request.query.get('group_by') ?? 'days', stats });
    }),
    opens('country', 'XX'),
    opens('ua-name', 'Sandbox'),
    opens('ua-type', 'desktop'),
  ];
}
