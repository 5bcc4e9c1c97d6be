import {
  type DoorContext,
  dateOf,
  type Message,
  namedOutcomes,
  ok,
  Problem,
  route,
  type SandboxRequest,
  textFieldsOf,
} from '../../kit.ts';
import { missing, refuse } from './wire.ts';

const eventNames = {
  deferred: 'deferred',
  delivered: 'delivered',
  bounced: 'bounced',
  complained: 'spam_report',
  opened: 'opened',
  clicked: 'clicked',
  unsubscribed: 'unsubscribe',
  suppressed: 'dropped',
};

/** The activity of messages, and statistics of them by day. */
export function activityRoutes({ store }: DoorContext) {
  const own = () =>
    store.messages.all().filter(({ service, state }) => service === 'sendgrid' && state === 'sent');
  const eventsOf = (message: Message) => {
    const [first] = message.recipients;
    return namedOutcomes(message, eventNames).filter(({ recipient }) => recipient === first);
  };
  const view = (message: Message) => {
    const { id, recipients, from, subject, createdAt } = message;
    const events = eventsOf(message);
    const count = (wanted: string) => events.filter(({ kind }) => kind === wanted).length;
    return {
      msg_id: id,
      to_email: recipients[0] ?? '',
      from_email: from,
      subject,
      status: count('bounced') + count('suppressed') > 0 ? 'not_delivered' : 'delivered',
      opens_count: count('opened'),
      clicks_count: count('clicked'),
      last_event_time: dateOf(events.at(-1)?.at ?? createdAt),
    };
  };
  return [
    ...statRoutes(own),
    route('GET', '/v3/messages', ({ query }: SandboxRequest) => {
      // `unique_args['name']="value"`, of SendGrid's query language.
      const [, asked = ''] = (query.get('query') ?? '').split("unique_args['");
      const [name = '', , value = ''] = asked.split(/['"]/);
      const found = own().filter(
        (message) => name === '' || textFieldsOf(message.own['args'])[name] === value,
      );
      return ok({ messages: found.slice(0, Number(query.get('limit') ?? 10)).map(view) });
    }),
    route('GET', '/v3/messages/:id', (_request, { id = '' }) => {
      const found = own().find((message) => message.id === id);
      if (found === undefined) throw missing('message');
      const first = { event_name: 'processed', processed: dateOf(found.createdAt) };
      const later = eventsOf(found).map(({ name: event_name, kind, at }) => ({
        ...{ event_name, processed: dateOf(at) },
        ...(kind === 'bounced' && { bounce_type: 'hard', reason: '550 5.1.1 The mailbox does not exist' }),
      }));
      return ok({ ...view(found), events: [first, ...later] });
    }),
  ];
}

const dayMs = 24 * 3_600_000;

function statRoutes(own: () => readonly Message[]) {
  const metricsOf = (messages: readonly Message[]) => {
    const all = messages.flatMap((message) => namedOutcomes(message, eventNames));
    const count = (kind: keyof typeof eventNames) => all.filter((each) => each.kind === kind).length;
    const unique = (kind: keyof typeof eventNames) =>
      messages.filter((message) => namedOutcomes(message, { [kind]: kind }).length > 0).length;
    const requests = messages.reduce((sum, { recipients }) => sum + recipients.length, 0);
    return {
      ...{ requests, processed: requests, delivered: count('delivered'), deferred: count('deferred') },
      ...{ bounces: count('bounced'), bounce_drops: count('suppressed'), blocks: 0, invalid_emails: 0 },
      ...{ opens: count('opened'), unique_opens: unique('opened') },
      ...{ clicks: count('clicked'), unique_clicks: unique('clicked') },
      ...{ spam_reports: count('complained'), spam_report_drops: 0 },
      ...{ unsubscribes: count('unsubscribed'), unsubscribe_drops: 0 },
    };
  };
  return [
    route('GET', '/v3/stats', ({ query }) => {
      const read = (name: string) => Date.parse(query.get(name) ?? '');
      const start = read('start_date');
      const end = Number.isNaN(read('end_date')) ? Date.now() : read('end_date');
      if (Number.isNaN(start))
        throw new Problem(refuse(400, 'start_date is required in the format YYYY-MM-DD', 'start_date'));
      const count = Math.min(366, Math.max(0, Math.floor((end - start) / dayMs) + 1));
      const days = Array.from({ length: count }, (_, day) => start + day * dayMs);
      return ok(
        days.map((day) => {
          const messages = own().filter(({ createdAt }) => createdAt >= day && createdAt < day + dayMs);
          return {
            date: new Date(day).toISOString().slice(0, 10),
            stats: [{ metrics: metricsOf(messages) }],
          };
        }),
      );
    }),
  ];
}
