import { randomBytes } from 'node:crypto';
import {
  type DoorContext,
  type Fields,
  issueKey,
  keptResource,
  type MailStore,
  type Message,
  namedOutcomes,
  ok,
  ownRows,
  route,
  textOf,
} from '../../kit.ts';
import { dateOf, elasticemailConventions, need404, refuse } from './wire.ts';

/** Segments, domains, keys and statistics. */
export function accountRoutes({ store }: DoorContext) {
  return [
    ...namedResource(store, '/segments', 'Name', { needed: ['Name', 'Rule'] }),
    ...domainRoutes(store),
    ...['apikeys', 'smtp'].flatMap((kind) => keyRoutes(store, kind)),
    ...statisticRoutes(store),
  ];
}

interface NamedOptions {
  readonly needed: readonly string[];
  readonly defaults?: (body: Fields) => Fields;
  readonly view?: (shown: Fields, row: { readonly createdAt: number }) => Fields;
}

/** `elasticemail security apikeys`. */
const rowsNameOf = (path: string): string => `elasticemail${path.replaceAll('/', ' ')}`;

/** A resource whose rows are kept as sent, and found by the name that clients give them. */
export function namedResource(
  store: MailStore,
  path: string,
  name: string,
  { needed, view = (shown) => shown, ...options }: NamedOptions,
) {
  const rows = ownRows(store, rowsNameOf(path));
  const byItsName = (wanted: unknown) => rows.find(({ own }) => own[name] === wanted);
  return keptResource(elasticemailConventions, path, rows, {
    ...options,
    find: (_rows, wanted) => byItsName(wanted),
    check: (body, old) => {
      const missingOne = needed.find((each) => textOf(old?.own[each] ?? body[each]) === undefined);
      if (missingOne !== undefined) throw refuse(`${missingOne} is required.`);
      if (old === undefined && byItsName(body[name])) throw refuse(`${body[name]} already exists.`);
    },
    view: ({ id: _, ...shown }, row) => view(shown, row),
  });
}

const isVerified = { Spf: true, Dkim: true, MX: true, DMARC: true, Verify: true, IsRewriteDomainValid: true };

/** Every domain is verified at once. */
function domainRoutes(store: MailStore) {
  const rows = ownRows(store, 'elasticemail domains');
  const find = (name: unknown) => need404(rows.find(({ own }) => own['Domain'] === name));
  return [
    route('GET', '/domains/:domain/restricted', () => ok(false)),
    route('PUT', '/domains/:domain/verification', (_request, { domain }) =>
      ok({ ...isVerified, ...find(domain).own, ValidationLog: '' }),
    ),
    route('PATCH', '/domains/:email/default', (_request, { email = '' }) => {
      const chosen = find(email.slice(email.lastIndexOf('@') + 1));
      for (const { id, own } of rows.all())
        rows.update(id, { own: { ...own, DefaultDomain: id === chosen.id } });
      return ok({ ...chosen.own, DefaultDomain: true });
    }),
    ...namedResource(store, '/domains', 'Domain', {
      needed: ['Domain'],
      defaults: () => ({ DefaultDomain: false, ...isVerified }),
    }),
  ];
}

/** Keys of the API, and logins of SMTP. The token is told once. */
function keyRoutes(store: MailStore, kind: string) {
  const path = `/security/${kind}`;
  const rows = ownRows(store, rowsNameOf(path));
  const dates = { LastUse: null, Expires: null, RestrictAccessToIPRange: [] };
  const view = (shown: Fields, { createdAt }: { readonly createdAt: number }) => {
    return { ...dates, ...shown, DateCreated: dateOf(createdAt) };
  };
  const [add, ...others] = namedResource(store, path, 'Name', { needed: ['Name'], view });
  return [
    route('POST', path, async (request, params) => {
      const answer = (await add?.handler(request, params)) ?? { status: 500 };
      const { id, own, createdAt } = need404(rows.all().at(-1));
      const Token = randomBytes(24).toString('hex').toUpperCase();
      if (kind === 'apikeys') issueKey(store, { door: 'elasticemail', rows: rowsNameOf(path), id }, Token);
      return answer.status === 201 ? { ...answer, json: { ...view(own, { createdAt }), Token } } : answer;
    }),
    ...others,
  ];
}

const counted = {
  deferred: 'NotDelivered',
  delivered: 'Delivered',
  bounced: 'Bounced',
  complained: 'Complaints',
  opened: 'Opened',
  clicked: 'Clicked',
  unsubscribed: 'Unsubscribed',
  suppressed: 'NotDelivered',
};

function summaryOf(messages: readonly Message[]) {
  const Recipients = messages.reduce((sum, { recipients }) => sum + recipients.length, 0);
  const counts = Object.fromEntries(Object.values(counted).map((name) => [name, 0]));
  for (const { name } of messages.flatMap((message) => namedOutcomes(message, counted)))
    counts[name] = (counts[name] ?? 0) + 1;
  const rest = { SmsTotal: 0, InProgress: 0, Inbound: 0, ManualCancel: 0 };
  return { Recipients, EmailTotal: Recipients, ...counts, ...rest };
}

function statisticRoutes(store: MailStore) {
  const own = () => store.messages.all().filter(({ service }) => service === 'elasticemail');
  const groups: Readonly<Record<string, (message: Message) => string | undefined>> = {
    channels: ({ labels }) => labels.tags?.[0],
    campaigns: (message) => textOf(message.own['campaign']),
  };
  return [
    route('GET', '/statistics', ({ query }) => {
      const [from, to] = [query.get('from'), query.get('to')].map((text) => Date.parse(text ?? ''));
      const found = own().filter(
        ({ createdAt }) => !(createdAt < (from ?? 0)) && !(createdAt > (to ?? Number.NaN)),
      );
      return ok(summaryOf(found));
    }),
    ...Object.entries(groups).flatMap(([path, nameOf]) => {
      const of = (ChannelName: string) => ({
        ChannelName,
        ...summaryOf(own().filter((message) => nameOf(message) === ChannelName)),
      });
      return [
        route('GET', `/statistics/${path}`, (request) => {
          const names = [...new Set(own().flatMap((message) => nameOf(message) ?? []))];
          return elasticemailConventions.list(names.map(of), request, path);
        }),
        route('GET', `/statistics/${path}/:name`, (_request, { name = '' }) => ok(of(name))),
      ];
    }),
  ];
}
