// SendGrid's v3 API as its OpenAPI documents (twilio/sendgrid-oai, January 2026) describe it.
import { type JsonService, type Routes, startJsonService } from '../support/json-service.ts';
import { createMailRoutes, type SendGridMails } from './stand-in-mail.ts';
import { createMarketingRoutes } from './stand-in-marketing.ts';
import { createSuppressionRoutes } from './stand-in-suppressions.ts';
import { createTemplateRoutes } from './stand-in-templates.ts';
import { createWebhookRoutes } from './stand-in-webhooks.ts';
import { refuse } from './stand-in-words.ts';

export interface SendGridStandIn extends JsonService, SendGridMails {}

export async function startSendGrid(): Promise<SendGridStandIn> {
  const templates = createTemplateRoutes();
  const mail = createMailRoutes(templates.contentOf);
  const routes: Routes = {
    ...mail.routes,
    ...templates.routes,
    ...createMarketingRoutes(),
    ...createSuppressionRoutes(),
    ...createWebhookRoutes(),
  };
  const service = await startJsonService(
    routes,
    ({ authorization }) =>
      authorization === 'Bearer SG.good'
        ? undefined
        : refuse(401, 'The provided authorization grant is invalid, expired, or revoked'),
    refuse(404, 'not found'),
  );
  return Object.assign(service, { mails: mail.mails, requests: mail.requests });
}
