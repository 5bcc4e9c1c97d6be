import { type DoorContext, type Message, namedOutcomes, ok, route, type SandboxRequest } from '../../kit.ts';
import { isWithinDates, queryOf } from './wire.ts';

type Counts = Readonly<Record<string, number>>;
/** What one message adds to the counts of its day. */
type Count = (message: Message) => Counts;

const kinds = { deferred: '', bounced: '', complained: '', opened: '', clicked: '' };

const times = (message: Message, kind: keyof typeof kinds): number =>
  namedOutcomes(message, { [kind]: kind }).length;
const unique = (count: number): number => Math.min(count, 1);
const isTracked = ({ own }: Message): boolean => own['trackOpens'] === true;

/** The statistics by their path: postmarkapp.com/developer/api/stats-api */
const counted: Readonly<Record<string, Count>> = {
  sends: () => ({ Sent: 1 }),
  bounces: (message) => ({ HardBounce: times(message, 'bounced'), Transient: times(message, 'deferred') }),
  spam: (message) => ({ SpamComplaint: times(message, 'complained') }),
  tracked: (message) => ({ Tracked: isTracked(message) ? 1 : 0 }),
  opens: (message) => ({ Opens: times(message, 'opened'), Unique: unique(times(message, 'opened')) }),
  'opens/platforms': (message) => ({ Desktop: times(message, 'opened') }),
  'opens/emailClients': (message) => ({ Sandbox: times(message, 'opened') }),
  'opens/readTimes': (message) => ({ '0s': times(message, 'opened') }),
  clicks: (message) => ({ Clicks: times(message, 'clicked'), Unique: unique(times(message, 'clicked')) }),
  'clicks/browserFamilies': (message) => ({ Sandbox: times(message, 'clicked') }),
  'clicks/platforms': (message) => ({ Desktop: times(message, 'clicked') }),
  'clicks/location': (message) => ({ HTML: times(message, 'clicked') }),
};

const add = (one: Counts, other: Counts): Counts =>
  Object.fromEntries(
    [...new Set([...Object.keys(one), ...Object.keys(other)])].map((name) => [
      name,
      (one[name] ?? 0) + (other[name] ?? 0),
    ]),
  );

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Counts of messages, by day and in all. */
export function statRoutes({ store }: DoorContext) {
  const wanted = (request: SandboxRequest) => {
    const read = queryOf(request);
    return store.messages
      .all()
      .filter(({ service, state }) => service === 'postmark' && state === 'sent')
      .filter(({ own }) => own['tag'] === (read('tag') ?? own['tag']))
      .filter(({ labels }) => labels.stream === (read('messagestream') ?? labels.stream))
      .filter(({ createdAt }) => isWithinDates(request, createdAt));
  };
  return [
    route('GET', '/stats/outbound', (request) => ok(overviewOf(wanted(request)))),
    ...inBothSpellings(counted).map(([path, count]) =>
      route('GET', `/stats/outbound/${path}`, (request) => {
        const messages = wanted(request);
        const days = new Map<string, Counts>();
        for (const message of messages) {
          const day = dayOf(message.createdAt);
          days.set(day, add(days.get(day) ?? {}, count(message)));
        }
        const Days = [...days]
          .filter(([, counts]) => Object.values(counts).some((each) => each > 0))
          .map(([day, counts]) => ({ Date: day, ...counts }));
        return ok({ Days, ...messages.map(count).reduce(add, emptyOf(count)) });
      }),
    ),
  ];
}

/** Paths in the spelling of the reference, in small letters, and of the SDK. */
const inBothSpellings = (counts: Readonly<Record<string, Count>>) =>
  Object.entries({
    ...counts,
    ...Object.fromEntries(Object.entries(counts).map(([path, count]) => [path.toLowerCase(), count])),
  });

const nobody: Message = {
  ...{ id: '', serial: 0, createdAt: 0, updatedAt: 0, service: 'postmark', from: '', subject: '' },
  ...{ recipients: [], suppressed: [], state: 'sent', labels: { service: 'postmark' }, own: {} },
};
const emptyOf = (count: Count): Counts =>
  Object.fromEntries(Object.keys(count(nobody)).map((name) => [name, 0]));

function overviewOf(messages: readonly Message[]) {
  const sum = (count: (message: Message) => number) => messages.reduce((all, each) => all + count(each), 0);
  const rate = (count: number) => (messages.length === 0 ? 0 : (100 * count) / messages.length);
  const of = (kind: keyof typeof kinds) => sum((message) => times(message, kind));
  const uniqueOf = (kind: keyof typeof kinds) => sum((message) => unique(times(message, kind)));
  const [bounced, complaints, opens, clicks] = [of('bounced'), of('complained'), of('opened'), of('clicked')];
  const withLinks = sum(({ own }) => ((own['trackLinks'] ?? 'None') === 'None' ? 0 : 1));
  const tracked = sum((message) => (isTracked(message) ? 1 : 0));
  return {
    ...{ Sent: messages.length, Bounced: bounced, SMTPApiErrors: 0, BounceRate: rate(bounced) },
    ...{ SpamComplaints: complaints, SpamComplaintsRate: rate(complaints) },
    Opens: opens,
    UniqueOpens: uniqueOf('opened'),
    TotalClicks: clicks,
    UniqueLinksClicked: uniqueOf('clicked'),
    ...{ Tracked: sum((message) => (isTracked(message) || message.own['trackLinks'] !== 'None' ? 1 : 0)) },
    ...{ WithOpenTracking: tracked, WithLinkTracking: withLinks, TotalTrackedLinksSent: withLinks },
    ...{ WithClientRecorded: opens, WithPlatformRecorded: opens, WithReadTimeRecorded: 0 },
  };
}
