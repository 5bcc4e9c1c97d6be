import {
  type DoorContext,
  type Fields,
  resource,
  type Webhook,
  type WebhookFields,
  webhooksOf,
  wordsOf,
} from '../../kit.ts';
import { dateOf, elasticemailConventions, refuse } from './wire.ts';

/** The switch of each event, and the name of the event in a notification. */
const switches = {
  NotificationForSent: 'Sent',
  NotificationForOpened: 'Opened',
  NotificationForClicked: 'Clicked',
  NotificationForUnsubscribed: 'Unsubscribed',
  NotificationForAbuseReport: 'AbuseReport',
  NotificationForError: 'Error',
} as const;

const off = Object.fromEntries(Object.keys(switches).map((name) => [name, false]));
const methods = ['Get', 'PostJson'];
const first = { ...off, NotifyOncePerEmail: false, IsEnabled: true, DeliveryMethod: 'Get' };

/** Webhooks as the models of the client for Python have them: ElasticEmail 4.4.0. */
export function webhookRoutes({ store }: DoorContext) {
  return resource(elasticemailConventions, '/webhook', webhooksOf(store, 'elasticemail'), {
    view: show,
    read: ({ EnableSigning, ...body }, old) => {
      if (EnableSigning === true)
        throw refuse('The sandbox cannot sign this webhook: how Elastic Email signs is not published.');
      return read({ ...(old === undefined ? first : { ...old.own, URL: old.url }), ...body });
    },
  });
}

function read({ URL: url, ...own }: Fields): WebhookFields {
  for (const [name, value] of Object.entries({ Name: own['Name'], URL: url }))
    if (typeof value !== 'string' || value === '') throw refuse(`${name} is required.`);
  if (!methods.includes(wordsOf(own['DeliveryMethod'])))
    throw refuse(`DeliveryMethod is one of ${methods.join(', ')}.`);
  const wanted = Object.entries(switches).flatMap(([name, event]) => (own[name] === true ? [event] : []));
  // A webhook with an empty list gets all events.
  const events = own['IsEnabled'] === true && wanted.length > 0 ? wanted : ['none'];
  return { service: 'elasticemail', url: `${url}`, events, own };
}

function show({ id, url, own, createdAt, updatedAt }: Webhook) {
  const dates = { DateCreated: dateOf(createdAt), DateUpdated: dateOf(updatedAt) };
  return { ...own, WebhookID: id, URL: url, ...dates, SigningEnabled: false };
}
