// Postmark's API: postmarkapp.com/developer.
import type { Door } from '../../kit.ts';
import { absent } from './absent.ts';
import { accountRoutes } from './account.ts';
import { bounceRoutes } from './bounces.ts';
import { postmarkEvents } from './events.ts';
import { postmarkInbound } from './inbound.ts';
import { mailRoutes } from './mail.ts';
import { messageRoutes } from './messages.ts';
import { statRoutes } from './stats.ts';
import { streamRoutes } from './streams.ts';
import { suppressionRoutes } from './suppressions.ts';
import { templateRoutes } from './templates.ts';
import { webhookRoutes } from './webhooks.ts';
import { problem } from './wire.ts';

export const postmark: Door = {
  name: 'postmark',
  absent,
  events: postmarkEvents,
  inbound: postmarkInbound,
  keyPrefix: '',
  readKey: ({ headers }) => headers['x-postmark-server-token'] ?? headers['x-postmark-account-token'],
  // The official SDK creates templates at `/templates/`.
  around: (request, next) => next({ ...request, path: request.path.replace(/(?<=.)\/$/, '') }),
  refuseKey: () => problem(401, 'Request does not contain a valid Server token.'),
  rateHeaders: {},
  problem,
  // 10 MB a message, 50 MB a batch.
  maxBodyBytes: (path) => (path.startsWith('/email/batch') ? 50 : 10) * 1024 * 1024,
  routes: (context) => [
    ...mailRoutes(context),
    ...messageRoutes(context),
    ...templateRoutes(context),
    ...streamRoutes(context),
    ...suppressionRoutes(context),
    ...webhookRoutes(context),
    ...bounceRoutes(context),
    ...statRoutes(context),
    ...accountRoutes(context),
  ],
};
