import {
  type Door,
  type DoorContext,
  itemsOf,
  ok,
  type Route,
  readBasic,
  readForm,
  resource,
  route,
  suppressionBook,
  textOf,
  webhooksOf,
} from '../../kit.ts';
// Mailgun's API: documentation.mailgun.com.
import { mailgunEvents } from './events.ts';
import { listRoutes } from './lists.ts';
import { mailRoutes } from './mail.ts';
import { templateRoutes } from './templates.ts';
import { dateOf, mailgunConventions, problem, readFields, stop } from './wire.ts';

export const mailgun: Door = {
  name: 'mailgun',
  events: mailgunEvents,
  keyPrefix: 'key-',
  readKey: (request) => readBasic(request)?.replace(/^api:/, ''),
  refuseKey: (_request, isGiven) => {
    const json = isGiven ? { message: 'Invalid private key' } : { Error: 'unauthorized' };
    return { status: 401, json };
  },
  rateHeaders: {},
  problem,
  maxBodyBytes: () => 52.4 * 1024 * 1024,
  env: (key) => ({ MAILGUN_API_KEY: key, MAILGUN_DOMAIN: 'sandbox.localhost' }),
  // The fixed paths of lists and webhooks stand before those of a domain.
  routes: (context) => [
    ...listRoutes(context),
    ...webhookRoutes(context),
    ...mailRoutes(context),
    ...templateRoutes(context),
    ...suppressionRoutes(context),
  ],
};

/** The addresses of each kind of event. */
function webhookRoutes({ store }: DoorContext): readonly Route[] {
  const webhooks = webhooksOf(store, 'mailgun');
  const urlsOf = (type: string) =>
    webhooks.all().flatMap(({ url, events }) => (events.includes(type) ? [url] : []));
  const known = (name: string): readonly string[] => {
    const urls = urlsOf(name);
    if (urls.length === 0) throw stop(404, 'Webhook not found');
    return urls;
  };
  const put = (name: string, urls: readonly string[]): void => {
    for (const url of urls) webhooks.add({ service: 'mailgun', url, events: [name], own: {} });
  };
  const drop = (name: string, rows = webhooks.all()): void => {
    for (const { id, events } of rows) {
      const others = events.filter((each) => each !== name);
      if (others.length === 0) webhooks.delete(id);
      else if (others.length < events.length) webhooks.update(id, { events: others });
    }
  };
  const show = () => {
    const types = [...new Set(webhooks.all().flatMap(({ events }) => events))];
    return ok({ webhooks: Object.fromEntries(types.map((type) => [type, { urls: urlsOf(type) }])) });
  };
  return [
    route('GET', '/v3/domains/:domain/webhooks', show),
    route('POST', '/v3/domains/:domain/webhooks', async (request) => {
      const { values } = await readForm(request);
      const [name = ''] = values.get('id') ?? [];
      put(name, values.get('url') ?? []);
      return ok({ message: 'Webhook has been created', webhook: { urls: urlsOf(name) } });
    }),
    route('GET', '/v3/domains/:domain/webhooks/:name', (_request, { name = '' }) =>
      ok({ webhook: { urls: known(name) } }),
    ),
    route('PUT', '/v3/domains/:domain/webhooks/:name', async (request, { name = '' }) => {
      const { values } = await readForm(request);
      known(name);
      const old = webhooks.all();
      put(name, values.get('url') ?? []); // first: a URL that is refused leaves the old ones
      drop(name, old);
      return ok({ message: 'Webhook has been updated', webhook: { urls: urlsOf(name) } });
    }),
    route('DELETE', '/v3/domains/:domain/webhooks/:name', (_request, { name = '' }) => {
      const urls = known(name);
      drop(name);
      return ok({ message: 'Webhook has been deleted', webhook: { urls } });
    }),
    route('POST', '/v4/domains/:domain/webhooks', async (request) => {
      const { values } = await readForm(request);
      const events = values.get('event_types') ?? [];
      webhooks.add({ service: 'mailgun', url: values.get('url')?.[0] ?? '', events, own: {} });
      return show();
    }),
    route('DELETE', '/v4/domains/:domain/webhooks', ({ query }) => {
      for (const { id, url } of webhooks.all()) if (url === query.get('url')) webhooks.delete(id);
      return show();
    }),
  ];
}

const reasons = { bounces: 'bounce', unsubscribes: 'unsubscribe', complaints: 'complaint' } as const;

function suppressionRoutes({ store, url }: DoorContext): readonly Route[] {
  const book = suppressionBook(store);
  return Object.entries(reasons).flatMap(([list, reason]) => {
    const path = `/v3/:domain/${list}`;
    return [
      route('POST', path, async (request) => {
        const isJson = /^application\/json/.test(request.headers['content-type'] ?? '');
        const rows = isJson ? itemsOf(request.json()) : [await readFields(request)];
        for (const { address, tag, code, error } of rows)
          book.add(textOf(address) ?? '', reason, undefined, { tag, code, error });
        const message = `Address has been added to the ${list} table`;
        return ok(isJson ? { message } : { message, address: rows[0]?.['address'] });
      }),
      ...resource(mailgunConventions(url), path, book.table({ reason, scope: null }), {
        missing: () => stop(404, `Address not found in ${list} table`),
        view: ({ email, own: { tag = '*', code = '550', error = '' }, createdAt }) => {
          const rest = list === 'bounces' ? { code: `${code}`, error } : { tag };
          return { address: email, ...rest, created_at: dateOf(createdAt) };
        },
        removed: ({ row }) => ok({ message: 'Suppressed address has been removed', address: row.email }),
      }),
    ];
  });
}
