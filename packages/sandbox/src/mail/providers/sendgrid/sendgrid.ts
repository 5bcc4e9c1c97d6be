import {
  type Door,
  type DoorContext,
  need,
  ok,
  type Route,
  readBearer,
  resource,
  route,
  textOf,
  type Webhook,
  webhooksOf,
} from '../../kit.ts';
// SendGrid's v3 API: its OpenAPI documents (twilio/sendgrid-oai) of January 2026.
import { sendgridEvents } from './events.ts';
import { mailRoutes } from './mail.ts';
import { marketingRoutes } from './marketing.ts';
import { suppressionRoutes } from './suppressions.ts';
import { templateRoutes } from './templates.ts';
import { conventionsOf, missing, refuse } from './wire.ts';

const wrongKey = 'The provided authorization grant is invalid, expired, or revoked';

export const sendgrid: Door = {
  name: 'sendgrid',
  events: sendgridEvents,
  keyPrefix: 'SG.',
  readKey: readBearer,
  refuseKey: (_request, isGiven) => refuse(401, isGiven ? wrongKey : 'Permission denied, wrong credentials'),
  rateHeaders: { prefix: 'x-ratelimit-', isEpoch: true },
  problem: refuse,
  maxBodyBytes: () => 30 * 1024 * 1024,
  routes: (context) => [
    ...mailRoutes(context),
    ...templateRoutes(context),
    ...marketingRoutes(context),
    ...suppressionRoutes(context),
    ...webhookRoutes(context),
  ],
};

/** Settings of the event webhook. */
function webhookRoutes({ store, webhookSecret, url: urlOfDoor }: DoorContext): readonly Route[] {
  const webhooks = webhooksOf(store, 'sendgrid');
  const path = '/v3/user/webhooks/event/settings';
  const view = ({ id, url, own }: Webhook) => ({ ...own, id, url });
  return [
    route('GET', `${path}/all`, () => ok({ max_allowed: 5, webhooks: webhooks.all().map(view) })),
    route('PATCH', `${path}/signed/:id`, (_request, { id = '' }) => {
      const { own } = need(webhooks.get(id), () => missing('webhook'));
      const signing = { public_key: webhookSecret };
      webhooks.update(id, { own: { ...own, ...signing } });
      return ok({ id, ...signing });
    }),
    ...resource(conventionsOf(urlOfDoor), path, webhooks, {
      name: 'webhook',
      verbs: ['add', 'remove'],
      view,
      read: ({ url, ...own }) => {
        const events = Object.keys(own).filter((name) => own[name] === true && name !== 'enabled');
        return { service: 'sendgrid', url: textOf(url) ?? '', events, own };
      },
    }),
  ];
}
