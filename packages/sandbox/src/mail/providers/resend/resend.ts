import { type Door, type DoorContext, readBearer, type SandboxResponse } from '../../kit.ts';
// Resend's API: resend.com/docs, and its OpenAPI document of August 2026.
import { absent } from './absent.ts';
import { contactRoutes } from './contacts.ts';
import { resendEvents } from './events.ts';
import { mailRoutes } from './mail.ts';
import { templateRoutes } from './templates.ts';
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

export const problem = (status: number, message: string): SandboxResponse =>
  refuse(status, names.get(status) ?? 'internal_server_error', message);

export const resend: Door = {
  name: 'resend',
  absent,
  events: resendEvents,
  keyPrefix: 're_',
  remoteFiles: { list: 'attachments', url: 'path', content: 'content', name: 'filename' },
  readKey: readBearer,
  // As seen; documented is 403 `invalid_api_key`.
  refuseKey: (_request, isGiven) =>
    isGiven ? problem(400, 'API key is invalid') : refuse(401, 'missing_api_key', 'Missing API Key'),
  problem,
  maxBodyBytes: () => 40 * 1024 * 1024,
  routes: (context: DoorContext) => [
    ...mailRoutes(context, problem),
    ...templateRoutes(context),
    ...contactRoutes(context),
  ],
};
