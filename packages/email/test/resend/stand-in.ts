// Resend's API as its OpenAPI document (August 2026) and its pages about errors and idempotency describe it.
import type { IncomingHttpHeaders } from 'node:http';
import type { ReceivedMail } from '@org/email/testing';
import { type JsonService, type Reply, type Routes, startJsonService } from '../support/json-service.ts';
import { createMailRoutes, type ResendMail } from './stand-in-mail.ts';
import { createStores } from './stand-in-stores.ts';

export type { Reply, Routes, ServiceRequest as StandInRequest } from '../support/json-service.ts';

export function refuse(statusCode: number, name: string, message = name): Reply {
  return [statusCode, { statusCode, name, message }];
}

export interface ResendStandIn extends JsonService {
  readonly mails: readonly ReceivedMail[];
  readonly accepted: readonly ResendMail[];
  /** How many requests to send mail arrived. */
  sendRequests(): number;
}

export async function startResend(): Promise<ResendStandIn> {
  const stores = createStores();
  const mail = createMailRoutes(stores.published);
  const routes: Routes = { ...mail.routes, ...stores.routes };
  const authorize = ({ authorization }: IncomingHttpHeaders): Reply | undefined => {
    if (authorization === undefined) return refuse(401, 'missing_api_key');
    return authorization === 'Bearer re_good' ? undefined : refuse(403, 'invalid_api_key');
  };
  const service = await startJsonService(routes, authorize, refuse(404, 'not_found'));
  return {
    ...service,
    mails: mail.mails,
    accepted: mail.accepted,
    sendRequests: () => service.lines.filter((line) => line.startsWith('POST /emails')).length,
  };
}
