// Mailgun's API: documentation.mailgun.com.
import { type Route, route } from '../../../http/router.ts';
import { type Door, type DoorContext, readBasic } from '../door.ts';
import { readForm } from '../form.ts';
import { mailgunEvents } from './events.ts';
import { listRoutes } from './lists.ts';
import { mailRoutes } from './mail.ts';
import { suppressionRoutes } from './suppressions.ts';
import { templateRoutes } from './templates.ts';
import { ok, problem } from './wire.ts';

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
function webhookRoutes({ store: { webhooks } }: DoorContext): readonly Route[] {
  const all = () => webhooks.all().filter(({ service }) => service === 'mailgun');
  const show = () => {
    const types = [...new Set(all().flatMap(({ events }) => events))];
    const urlsOf = (type: string) => all().flatMap(({ url, events }) => (events.includes(type) ? [url] : []));
    return ok({ webhooks: Object.fromEntries(types.map((type) => [type, { urls: urlsOf(type) }])) });
  };
  return [
    route('GET', '/v3/domains/:domain/webhooks', show),
    route('POST', '/v4/domains/:domain/webhooks', async (request) => {
      const { values } = await readForm(request);
      const events = values.get('event_types') ?? [];
      webhooks.add({ service: 'mailgun', url: values.get('url')?.[0] ?? '', events, own: {} });
      return show();
    }),
    route('DELETE', '/v4/domains/:domain/webhooks', ({ query }) => {
      for (const { id, url } of all()) if (url === query.get('url')) webhooks.delete(id);
      return show();
    }),
  ];
}
