import { type Route, route } from '../../../http/router.ts';
import type { Webhook } from '../../store/mail-store.ts';
import { type DoorContext, need } from '../door.ts';
import { fieldsOf, textOf } from '../fields.ts';
import { missing, noContent, ok } from './wire.ts';

/** Settings of the event webhook. */
export function webhookRoutes({ store: { webhooks }, webhookSecret }: DoorContext): readonly Route[] {
  const base = '/v3/user/webhooks/event/settings';
  const view = ({ id, url, own }: Webhook) => ({ ...own, id, url });
  return [
    route('POST', base, (request) => {
      const { url, ...own } = fieldsOf(request.json());
      const events = Object.keys(own).filter((name) => own[name] === true && name !== 'enabled');
      return ok(view(webhooks.add({ service: 'sendgrid', url: textOf(url) ?? '', events, own })), 201);
    }),
    route('GET', `${base}/all`, () => {
      const rows = webhooks.all().filter(({ service }) => service === 'sendgrid');
      return ok({ max_allowed: 5, webhooks: rows.map(view) });
    }),
    route('PATCH', `${base}/signed/:id`, (_request, { id = '' }) => {
      const row = need(webhooks.get(id), () => missing('webhook'));
      const public_key = webhookSecret;
      webhooks.update(id, { own: { ...row.own, public_key } });
      return ok({ id, public_key });
    }),
    route('DELETE', `${base}/:id`, (_request, { id = '' }) => {
      if (!webhooks.delete(id)) throw missing('webhook');
      return noContent;
    }),
  ];
}
