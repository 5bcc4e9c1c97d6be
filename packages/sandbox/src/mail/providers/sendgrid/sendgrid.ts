// SendGrid's v3 API: its OpenAPI documents (twilio/sendgrid-oai) of January 2026.
import { type Door, readBearer } from '../../kit.ts';
import { absent } from './absent.ts';
import { accountRoutes } from './account.ts';
import { activityRoutes } from './activity.ts';
import { sendgridEvents } from './events.ts';
import { groupRoutes } from './groups.ts';
import { sendgridInbound } from './inbound.ts';
import { jobRoutes, readFileKey } from './jobs.ts';
import { mailRoutes } from './mail.ts';
import { marketingRoutes } from './marketing.ts';
import { scheduledRoutes } from './scheduled.ts';
import { suppressionRoutes } from './suppressions.ts';
import { templateRoutes } from './templates.ts';
import { webhookRoutes } from './webhooks.ts';
import { refuse } from './wire.ts';

const wrongKey = 'The provided authorization grant is invalid, expired, or revoked';

export const sendgrid: Door = {
  name: 'sendgrid',
  absent,
  events: sendgridEvents,
  inbound: sendgridInbound,
  keyPrefix: 'SG.',
  readKey: (request) => readBearer(request) ?? readFileKey(request),
  refuseKey: (_request, isGiven) => refuse(401, isGiven ? wrongKey : 'Permission denied, wrong credentials'),
  rateHeaders: { prefix: 'x-ratelimit-', isEpoch: true },
  problem: refuse,
  maxBodyBytes: () => 30 * 1024 * 1024,
  routes: (context) => [
    ...mailRoutes(context),
    ...scheduledRoutes(context),
    ...activityRoutes(context),
    ...templateRoutes(context),
    ...jobRoutes(context),
    ...marketingRoutes(context),
    ...groupRoutes(context),
    ...suppressionRoutes(context),
    ...webhookRoutes(context),
    ...accountRoutes(context),
  ],
};
