// Mailjet's API: its guides of September 2023, Send API v3.1 and REST v3.
import { type Door, readBasic } from '../door.ts';
import { contactRoutes } from './contacts.ts';
import { mailjetEvents } from './events.ts';
import { listRoutes } from './lists.ts';
import { mailRoutes } from './mail.ts';
import { resourceRoutes } from './resources.ts';
import { templateRoutes } from './templates.ts';
import { problem } from './wire.ts';

/** Both keys as one: `key:secret`. */
const secretSuffix = ':secret';

const challenge = 'Basic realm="Provide an apiKey and secretKey"';

export const mailjet: Door = {
  name: 'mailjet',
  events: mailjetEvents,
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
    ...resourceRoutes(context),
  ],
};
