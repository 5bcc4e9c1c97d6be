import { addAll, type DoorContext, ok, readForm, route, type SandboxRequest, webhooksOf } from '../../kit.ts';
import { stop } from './wire.ts';

/** The addresses of each kind of event. A request that is refused changes nothing. */
export function webhookRoutes({ store }: DoorContext) {
  const webhooks = webhooksOf(store, 'mailgun');
  const urlsOf = (type: string) =>
    webhooks.all().flatMap(({ url, events }) => (events.includes(type) ? [url] : []));
  const known = (name: string): readonly string[] => {
    const urls = urlsOf(name);
    if (urls.length === 0) throw stop(404, 'Webhook not found');
    return urls;
  };
  const put = (urls: readonly string[], events: readonly string[]): void => {
    if (urls.length === 0) throw stop(400, "Parameter 'url' is missing");
    addAll(
      webhooks,
      urls.map((url) => ({ service: 'mailgun', url, events, own: {} })),
    );
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
  const read = async (request: SandboxRequest) => {
    const { values } = await readForm(request);
    return (name: string) => values.get(name) ?? [];
  };
  const having = (urls: readonly string[]) => webhooks.all().filter(({ url }) => urls.includes(url));
  const path = '/v3/domains/:domain/webhooks';
  return [
    route('GET', path, show),
    route('POST', path, async (request) => {
      const values = await read(request);
      const [name = ''] = values('id');
      put(values('url'), [name]);
      return ok({ message: 'Webhook has been created', webhook: { urls: urlsOf(name) } });
    }),
    route('GET', `${path}/:name`, (_request, { name = '' }) => ok({ webhook: { urls: known(name) } })),
    route('PUT', `${path}/:name`, async (request, { name = '' }) => {
      const values = await read(request);
      known(name);
      const old = webhooks.all();
      put(values('url'), [name]);
      drop(name, old);
      return ok({ message: 'Webhook has been updated', webhook: { urls: urlsOf(name) } });
    }),
    route('DELETE', `${path}/:name`, (_request, { name = '' }) => {
      const urls = known(name);
      drop(name);
      return ok({ message: 'Webhook has been deleted', webhook: { urls } });
    }),
    route('POST', '/v4/domains/:domain/webhooks', async (request) => {
      const values = await read(request);
      put(values('url'), values('event_types'));
      return show();
    }),
    route('PUT', '/v4/domains/:domain/webhooks', async (request) => {
      const values = await read(request);
      const old = having(values('url'));
      if (old.length === 0) throw stop(404, 'Webhook not found');
      put(values('url'), values('event_types'));
      for (const { id } of old) webhooks.delete(id);
      return show();
    }),
    route('DELETE', '/v4/domains/:domain/webhooks', ({ query }) => {
      for (const { id } of having(query.getAll('url'))) webhooks.delete(id);
      return show();
    }),
  ];
}
