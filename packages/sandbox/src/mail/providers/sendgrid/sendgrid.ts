// SendGrid's v3 API: its OpenAPI documents (twilio/sendgrid-oai) of January 2026.
import { type Door, readBearer } from '../door.ts';
import { sendgridEvents } from './events.ts';
import { mailRoutes } from './mail.ts';
import { marketingRoutes } from './marketing.ts';
import { suppressionRoutes } from './suppressions.ts';
import { templateRoutes } from './templates.ts';
import { webhookRoutes } from './webhooks.ts';
import { refuse } from './wire.ts';

export const sendgrid: Door = {
  name: 'sendgrid',
  events: sendgridEvents,
  keyPrefix: 'SG.',
  readKey: readBearer,
  problem: refuse,
  routes: (context) => [
    ...mailRoutes(context),
    ...templateRoutes(context),
    ...marketingRoutes(context),
    ...suppressionRoutes(context),
    ...webhookRoutes(context),
  ],
};
