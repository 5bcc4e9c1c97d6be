import { type DoorContext, type Fields, fieldsOf, ok, resource, textOf, webhooksOf } from '../../kit.ts';
import { postmarkConventions, queryOf, stop } from './wire.ts';

const off = { Enabled: false };
const noTriggers = {
  Open: { ...off, PostFirstOpenOnly: false },
  Click: off,
  Delivery: off,
  Bounce: { ...off, IncludeContent: false },
  SpamComplaint: { ...off, IncludeContent: false },
  SubscriptionChange: off,
};

export function webhookRoutes({ store }: DoorContext) {
  const webhooks = webhooksOf(store, 'postmark');
  return resource(postmarkConventions, '/webhooks', webhooks, {
    missing: () => stop(12, 'This webhook does not exist.'),
    rows: (request) => {
      const stream = queryOf(request)('messagestream');
      return webhooks.all().filter(({ own }) => own['MessageStream'] === (stream ?? own['MessageStream']));
    },
    list: (Webhooks) => ok({ Webhooks }),
    view: ({ serial, own }) => ({ ...own, ID: serial }),
    read: (body, old) => {
      const own: Fields = {
        MessageStream: 'outbound',
        HttpAuth: null,
        HttpHeaders: [],
        ...old?.own,
        ...body,
      };
      const all = { ...noTriggers, ...fieldsOf(old?.own['Triggers']), ...fieldsOf(body['Triggers']) };
      const names = Object.entries(all).filter(([, trigger]) => fieldsOf(trigger)['Enabled'] === true);
      const events = names.map(([name]) => name);
      return { service: 'postmark', url: textOf(own['Url']) ?? '', events, own: { ...own, Triggers: all } };
    },
  });
}
