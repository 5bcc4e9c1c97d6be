// MailerSend's API v1: developers.mailersend.com, and its SDKs.
import { type Door, readBearer } from '../../kit.ts';
import { absent } from './absent.ts';
import { activityRoutes } from './activity.ts';
import { analyticsRoutes } from './analytics.ts';
import { domainRoutes } from './domains.ts';
import { mailersendEvents } from './events.ts';
import { mailersendInbound } from './inbound.ts';
import { mailRoutes } from './mail.ts';
import { messageRoutes } from './messages.ts';
import { recipientRoutes } from './recipients.ts';
import { resourceRoutes } from './resources.ts';
import { suppressionRoutes } from './suppressions.ts';
import { problem } from './wire.ts';

export const mailersend: Door = {
  name: 'mailersend',
  absent,
  events: mailersendEvents,
  inbound: mailersendInbound,
  basePath: '/v1',
  keyPrefix: 'mlsn.',
  readKey: readBearer,
  refuseKey: () => problem(401, 'Unauthenticated.'),
  rateHeaders: { prefix: 'x-ratelimit-', isEpoch: true, hasRetryAfter: true },
  problem,
  routes: (context) => [
    ...mailRoutes(context),
    ...messageRoutes(context),
    ...recipientRoutes(context),
    ...activityRoutes(context),
    ...analyticsRoutes(context),
    ...domainRoutes(context),
    ...resourceRoutes(context),
    ...suppressionRoutes(context),
  ],
};
