import { type Door, readBasic } from '../../kit.ts';
// Mailgun's API: documentation.mailgun.com.
import { absent } from './absent.ts';
import { addFirstDomain, domainRoutes } from './domains.ts';
import { mailgunEvents } from './events.ts';
import { mailgunInbound } from './inbound.ts';
import { keyRoutes } from './keys.ts';
import { listRoutes } from './lists.ts';
import { mailRoutes } from './mail.ts';
import { ruleRoutes } from './rules.ts';
import { statRoutes } from './stats.ts';
import { storedRoutes } from './stored.ts';
import { suppressionRoutes } from './suppressions.ts';
import { templateRoutes } from './templates.ts';
import { webhookRoutes } from './webhooks.ts';
import { problem } from './wire.ts';

export const mailgun: Door = {
  name: 'mailgun',
  absent,
  fill: addFirstDomain,
  events: mailgunEvents,
  inbound: mailgunInbound,
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
  // Fixed paths stand before those of a domain.
  routes: (context) => [
    ...listRoutes(context),
    ...webhookRoutes(context),
    ...storedRoutes(context),
    ...domainRoutes(context),
    ...keyRoutes(context),
    ...ruleRoutes(context),
    ...statRoutes(context),
    ...mailRoutes(context),
    ...templateRoutes(context),
    ...suppressionRoutes(context),
  ],
};
