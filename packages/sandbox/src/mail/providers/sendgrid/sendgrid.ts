// SendGrid's v3 API: its OpenAPI documents (twilio/sendgrid-oai) of January 2026.
import { type Door, readBearer } from '../door.ts';
import { sendgridEvents } from './events.ts';
import { mailRoutes } from './mail.ts';
import { marketingRoutes } from './marketing.ts';
import { suppressionRoutes } from './suppressions.ts';
import { templateRoutes } from './templates.ts';
import { webhookRoutes } from './webhooks.ts';
import { refuse } from './wire.ts';

const wrongKey = 'The provided authorization grant is invalid, expired, or revoked';

export const sendgrid: Door = {
  name: 'sendgrid',
  events: sendgridEvents,
  keyPrefix: 'SG.',
  readKey: readBearer,
  refuseKey: (_request, isGiven) => refuse(401, isGiven ? wrongKey : 'Permission denied, wrong credentials'),
  rateHeaders: { prefix: 'x-ratelimit-', isEpoch: true },
  problem: refuse,
  routes: (context) => [
    ...mailRoutes(context),
    ...templateRoutes(context),
    ...marketingRoutes(context),
    ...suppressionRoutes(context),
    ...webhookRoutes(context),
  ],
};
