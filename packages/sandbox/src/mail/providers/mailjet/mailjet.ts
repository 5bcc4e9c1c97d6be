import { type Door, readBasic } from '../../kit.ts';
// Mailjet's API: its guides of September 2023, Send API v3.1 and REST v3.
import { absent } from './absent.ts';
import { accountRoutes } from './account.ts';
import { contactRoutes } from './contacts.ts';
import { mailjetEvents } from './events.ts';
import { mailjetInbound } from './inbound.ts';
import { listRoutes } from './lists.ts';
import { mailRoutes } from './mail.ts';
import { membershipRoutes } from './membership.ts';
import { statisticRoutes } from './statistics.ts';
import { templateRoutes } from './templates.ts';
import { problem } from './wire.ts';

/** Joins the keys: `key:mj-sandbox-secret-key`. The log hides it everywhere, so no mail may say it. */
const secretSuffix = ':mj-sandbox-secret-key';

const challenge = 'Basic realm="Provide an apiKey and secretKey"';

export const mailjet: Door = {
  name: 'mailjet',
  absent,
  events: mailjetEvents,
  inbound: mailjetInbound,
  keyPrefix: 'mj-',
  readKey: (request) => {
    const pair = readBasic(request);
    return pair?.endsWith(secretSuffix) ? pair.slice(0, -secretSuffix.length) : pair;
  },
  // The REST API answers without a body.
  refuseKey: ({ path }) =>
    path.endsWith('/send')
      ? problem(401, 'API key authentication/authorization failure.')
      : { status: 401, headers: { 'content-type': 'text/html', 'www-authenticate': challenge } },
  rateHeaders: {},
  problem,
  env: (key) => ({ MAILJET_API_KEY: key, MAILJET_SECRET_KEY: secretSuffix.slice(1) }),
  routes: (context) => [
    ...mailRoutes(context),
    ...templateRoutes(context),
    ...listRoutes(context),
    ...contactRoutes(context),
    ...membershipRoutes(context),
    ...accountRoutes(context),
    ...statisticRoutes(context),
  ],
};
