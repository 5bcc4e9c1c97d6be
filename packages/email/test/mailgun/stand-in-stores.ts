import type { StandInReply } from '../support/stand-in-server.ts';
import { type Route, type Routes, readForm } from './stand-in-form.ts';
import { createLists } from './stand-in-lists.ts';
import { pageOf } from './stand-in-pages.ts';
import { createTemplates } from './stand-in-templates.ts';

/** What Mailgun keeps beside mails. */
export function createStores(origin: string, domain: string) {
  const templates = createTemplates(origin, domain);
  const events: object[] = [];
  const webhooks = new Map<string, string[]>();
  const routes: Routes = {
    ...templates.routes,
    ...createLists(origin),
    ...suppressionRoutes(origin, domain),
    [`GET /v3/${domain}/events(?:/\\w+)?`]: ({ line, query }) => {
      const at = Number(/events\/p(\d+)$/.exec(line)?.[1] ?? 0);
      const wanted = query.get('message-id');
      const found = events.filter(
        (event) => wanted === null || JSON.stringify(event).includes(`"${wanted}"`),
      );
      const limit = Number(query.get('limit') ?? 100);
      const next = `${origin}/v3/${domain}/events/p${at + limit}`;
      return [200, { items: found.slice(at, at + limit), paging: { next, previous: next } }];
    },
    [`GET /v3/domains/${domain}/webhooks`]: () => [200, webhookBody(webhooks)],
    [`POST /v4/domains/${domain}/webhooks`]: (request) => {
      const { values } = readForm(request);
      for (const type of values.get('event_types') ?? [])
        webhooks.set(type, [...(webhooks.get(type) ?? []), values.get('url')?.[0] ?? '']);
      return [200, webhookBody(webhooks)];
    },
    [`DELETE /v4/domains/${domain}/webhooks`]: ({ query }) => {
      for (const [type, urls] of webhooks)
        webhooks.set(
          type,
          urls.filter((url) => url !== query.get('url')),
        );
      return [200, webhookBody(webhooks)];
    },
  };
  return {
    routes,
    render: templates.render,
    keepEvents(id: string, recipients: readonly string[]) {
      for (const [index, recipient] of recipients.entries())
        for (const event of ['accepted', 'delivered'])
          events.push({
            event,
            id: `${event}-${events.length}`,
            timestamp: 1_529_006_854.5 + index,
            recipient,
            message: { headers: { 'message-id': id } },
            tags: [],
            'user-variables': {},
          });
    },
  };
}

function webhookBody(webhooks: ReadonlyMap<string, readonly string[]>) {
  const entries = [...webhooks].filter(([, urls]) => urls.length > 0).map(([type, urls]) => [type, { urls }]);
  return { webhooks: Object.fromEntries(entries) };
}

function suppressionRoutes(origin: string, domain: string): Routes {
  const routes: Record<string, Route> = {};
  for (const collection of ['bounces', 'unsubscribes', 'complaints']) {
    const items = new Map<string, object>();
    const path = `/v3/${domain}/${collection}`;
    const missing: StandInReply = [404, { message: `Address not found in ${collection} table` }];
    routes[`GET ${path}`] = ({ query }) => [200, pageOf([...items.values()], query, `${origin}${path}`)];
    routes[`POST ${path}`] = (request) => {
      const { values } = readForm(request);
      const address = values.get('address')?.[0] ?? '';
      items.set(address, {
        address,
        tag: values.get('tag')?.[0] ?? '*',
        created_at: 'Fri, 21 Oct 2011 11:02:55 GMT',
      });
      return [200, { message: `Address has been added to the ${collection} table`, address }];
    };
    routes[`GET ${path}/*`] = (_request, address = '') => {
      const found = items.get(address);
      return found === undefined ? missing : [200, found];
    };
    routes[`DELETE ${path}/*`] = (_request, address = '') =>
      items.delete(address) ? [200, { message: 'removed', address }] : missing;
  }
  return routes;
}
