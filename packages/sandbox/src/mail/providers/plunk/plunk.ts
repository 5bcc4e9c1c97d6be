// Plunk's API: docs.useplunk.com, and its OpenAPI document of 2026.
import { randomUUID } from 'node:crypto';
import { type Door, type DoorContext, route, type SandboxRequest } from '../../kit.ts';
import { absent } from './absent.ts';
import { activityRoutes } from './activity.ts';
import { campaignRoutes } from './campaigns.ts';
import { contactRoutes } from './contacts.ts';
import { plunkEvents } from './events.ts';
import { failure, problemOf } from './failure.ts';
import { readBody } from './fields.ts';
import { createOnce } from './idempotency.ts';
import { jobRoutes } from './jobs.ts';
import { segmentRoutes } from './segments.ts';
import { sendMail } from './send.ts';
import { suppressionRoutes } from './suppressions.ts';
import { templateRoutes } from './templates.ts';
import { trackEvent } from './track.ts';
import { verifyAddress } from './verify.ts';

export const plunk: Door = {
  name: 'plunk',
  absent,
  events: plunkEvents,
  readKey,
  // The public key is for tracking only, the secret one for all else.
  keyOf: ({ path }, { key, publicKey }) => (path === '/v1/track' ? publicKey : key),
  refuseKey: (_request, isGiven) => (isGiven ? wrongKey() : missingKey()).response,
  problem: (status, message) =>
    status === 405 ? failure(404, 'Unknown route').response : problemOf(status, message),
  tooMany: (retryAfter) =>
    failure(429, `Rate limit exceeded. Retry in ${retryAfter}s.`, {
      code: 'RATE_LIMIT_EXCEEDED',
      details: { retryAfter },
    }).response,
  storeFull: (message) => failure(500, message, { code: 'DATABASE_ERROR' }).response,
  // Published: 1000. In development, that limit surprises more than it helps.
  rateLimit: { limit: 60_000, windowMs: 60_000 },
  around: async (request, next) => {
    const isPublic = /^\/v1(?:\/|$)/.test(request.path);
    const headers = { 'x-request-id': randomUUID(), ...(isPublic && corsHeaders) };
    const isPreflight = isPublic && request.method === 'OPTIONS';
    const response = isPreflight ? { status: 200, body: 'OK' } : await next(request);
    return { ...response, headers: { ...headers, ...response.headers } };
  },
  routes,
  env: (key, publicKey) => ({ PLUNK_API_KEY: key, PLUNK_PUBLIC_KEY: publicKey }),
};

function routes(context: DoorContext) {
  const once = createOnce(context.store);
  return [
    route('POST', '/v1/send', (request) => once(request, () => sendMail(context, readBody(request)))),
    route('POST', '/v1/track', (request) =>
      once(request, async () => trackEvent(context, readBody(request))),
    ),
    route('POST', '/v1/verify', (request) => verifyAddress(readBody(request))),
    ...jobRoutes(context),
    ...contactRoutes(context),
    ...templateRoutes(context),
    ...segmentRoutes(context),
    ...suppressionRoutes(context),
    ...activityRoutes(context),
    ...campaignRoutes(context),
  ];
}

const wrongKey = () => failure(401, 'Invalid API key', { code: 'INVALID_API_KEY' });
const missingKey = () => failure(401, 'Authorization header is missing', { code: 'MISSING_AUTH' });

/** A body is read before the key. @throws {Problem} 401, 400 for a body that is not JSON */
function readKey(request: SandboxRequest): string | undefined {
  readBody(request);
  const header = request.headers['authorization'];
  if (header === undefined) return undefined;
  const [scheme, key, ...rest] = header.split(' ');
  if (scheme === 'Bearer' && key && rest.length === 0) return key;
  throw failure(401, 'Authorization header must be "Bearer" and a key', { code: 'INVALID_CREDENTIALS' });
}

const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, PUT, DELETE, OPTIONS',
  'access-control-allow-headers': 'Content-Type, Authorization',
};
