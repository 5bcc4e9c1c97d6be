import type { Routes } from '../support/json-service.ts';
import { refuse } from './stand-in-words.ts';

interface Settings {
  readonly id: string;
  readonly url: string;
  readonly public_key?: string;
}

export function createWebhookRoutes(): Routes {
  const webhooks = new Map<string, Settings>();
  let made = 0;
  const base = '/v3/user/webhooks/event/settings';
  return {
    [`POST ${base}`]: (request) => {
      made += 1;
      const settings = { ...request.json<Settings>(), id: `webhook-${made}` };
      webhooks.set(settings.id, settings);
      return [201, settings];
    },
    [`GET ${base}/all`]: () => [200, { max_allowed: 5, webhooks: [...webhooks.values()] }],
    [`PATCH ${base}/signed/*`]: (_request, id = '') => {
      const settings = webhooks.get(id);
      if (settings === undefined) return refuse(404, 'webhook not found');
      const signed = { ...settings, public_key: '123publickeyabc' };
      webhooks.set(id, signed);
      return [200, { id, public_key: signed.public_key }];
    },
    [`DELETE ${base}/*`]: (_request, id = '') =>
      webhooks.delete(id) ? [204] : refuse(404, 'webhook not found'),
  };
}
