import { type Door, type DoorContext, readBearer } from '../../kit.ts';
// Resend's API: resend.com/docs, and its OpenAPI document of August 2026.
import { absent } from './absent.ts';
import { accountRoutes } from './account.ts';
import { attachmentRoutes, readDownloadKey } from './attachments.ts';
import { audienceRoutes } from './audiences.ts';
import { broadcastRoutes } from './broadcasts.ts';
import { contactRoutes } from './contacts.ts';
import { resendEvents } from './events.ts';
import { mailRoutes } from './mail.ts';
import { receivedRoutes, resendInbound } from './received.ts';
import { suppressionRoutes } from './suppressions.ts';
import { templateRoutes } from './templates.ts';
import { webhookRoutes } from './webhooks.ts';
import { refuse } from './wire.ts';

const names = new Map([
  [400, 'validation_error'],
  [401, 'missing_api_key'],
  [403, 'invalid_api_key'],
  [404, 'not_found'],
  [405, 'method_not_allowed'],
  [422, 'validation_error'],
  [429, 'rate_limit_exceeded'],
  [501, 'not_implemented'],
]);

export const problem = (status: number, message: string) =>
  refuse(status, names.get(status) ?? 'internal_server_error', message);

export const resend: Door = {
  name: 'resend',
  absent,
  events: resendEvents,
  inbound: resendInbound,
  keyPrefix: 're_',
  remoteFiles: { list: 'attachments', url: 'path', content: 'content', name: 'filename' },
  readKey: (request) => readBearer(request) ?? readDownloadKey(request),
  // As seen; documented is 403 `invalid_api_key`.
  refuseKey: (_request, isGiven) =>
    isGiven ? problem(400, 'API key is invalid') : refuse(401, 'missing_api_key', 'Missing API Key'),
  problem,
  maxBodyBytes: () => 40 * 1024 * 1024,
  routes: (context: DoorContext) => [
    ...receivedRoutes(context),
    ...attachmentRoutes(context, '/emails', (id) => filesOf(context, id)),
    ...mailRoutes(context, problem),
    ...templateRoutes(context),
    ...contactRoutes(context),
    ...audienceRoutes(context),
    ...broadcastRoutes(context, problem),
    ...suppressionRoutes(context),
    ...webhookRoutes(context),
    ...accountRoutes(context),
  ],
};

/** The files of a message that was sent; `undefined` for an unknown one. */
function filesOf({ store }: DoorContext, id: string) {
  return store.messages.get(id) && (store.mailbox.get(id)?.parsed.attachments ?? []);
}
