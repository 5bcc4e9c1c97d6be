import { randomUUID } from 'node:crypto';
import type { SandboxHandler, SandboxRequest, SandboxResponse } from '../../http/exchange.ts';
import { createRouter, route } from '../../http/router.ts';
import { type RateLimit, renderRateLimitHeaders } from '../../rate-limit.ts';
import { authenticate, type PlunkKeys } from './authenticate.ts';
import { type CampaignStore, campaignRoutes } from './campaigns.ts';
import { contactRoutes } from './contact-routes.ts';
import { PlunkFailure, renderFailure } from './failure.ts';
import { createIdempotencyKeys } from './idempotency.ts';
import { readJsonBody } from './json-body.ts';
import type { PlunkProject } from './project.ts';
import { sendMail } from './send.ts';
import { templateRoutes } from './template-routes.ts';
import { trackEvent } from './track.ts';
import { verifyAddress } from './verify.ts';

/** Keys and rate limit of the API. */
export interface PlunkApiOptions {
  readonly keys: PlunkKeys;
  /** The limit of the project; `undefined` for none. */
  readonly rateLimit: RateLimit | undefined;
  readonly campaigns: CampaignStore;
}

/**
 * Plunk's HTTP API: send, track, verify, contacts, templates, static segments, campaigns, suppression rules
 * and activity, with its keys, errors, idempotency keys and rate limit.
 *
 * Order of the checks: body is JSON → key → rate limit → idempotency key → fields.
 */
export function createPlunkApi(project: PlunkProject, options: PlunkApiOptions): SandboxHandler {
  const keys = createIdempotencyKeys(project.now);
  const once = (request: SandboxRequest, perform: () => Promise<SandboxResponse>): Promise<SandboxResponse> =>
    keys.once(
      { method: request.method, path: request.path, key: request.headers['idempotency-key'] },
      perform,
    );
  const unknownRoute = (): never => {
    throw new PlunkFailure(404, 'Unknown route');
  };
  const router = createRouter(
    [
      route('POST', '/v1/send', (request) => once(request, () => sendMail(project, readJsonBody(request)))),
      route('POST', '/v1/track', (request) =>
        once(request, async () => trackEvent(project, readJsonBody(request))),
      ),
      route('POST', '/v1/verify', (request) => verifyAddress(readJsonBody(request))),
      ...contactRoutes(project),
      ...templateRoutes(project),
      ...project.segments.routes,
      ...project.suppressions.routes,
      ...project.activity.routes,
      ...campaignRoutes(project, options.campaigns),
    ],
    { notFound: unknownRoute, methodNotAllowed: unknownRoute },
  );

  const handle = async (request: SandboxRequest): Promise<SandboxResponse> => {
    if (request.method === 'OPTIONS' && isPublicPath(request.path)) return { status: 200, body: 'OK' };
    readJsonBody(request);
    authenticate(request, options.keys);
    const verdict = options.rateLimit?.take('project');
    const headers = verdict === undefined ? {} : renderRateLimitHeaders(verdict);
    if (verdict?.allowed === false) throw tooMany(headers);
    try {
      return withHeaders(await router(request), headers);
    } catch (error) {
      if (!PlunkFailure.isInstance(error)) throw error;
      throw new PlunkFailure(error.status, error.message, { ...error.info, headers });
    }
  };

  return async (request) => {
    const requestId = randomUUID();
    const headers = { 'x-request-id': requestId, ...(isPublicPath(request.path) ? corsHeaders : undefined) };
    try {
      return withHeaders(await handle(request), headers);
    } catch (error) {
      const failure = PlunkFailure.isInstance(error) ? error : unexpected(error);
      const json = renderFailure(failure, requestId, project.now());
      return { status: failure.status, headers: { ...headers, ...failure.info.headers }, json };
    }
  };
}

const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, PUT, DELETE, OPTIONS',
  'access-control-allow-headers': 'Content-Type, Authorization',
};

function isPublicPath(path: string): boolean {
  return path === '/v1' || path.startsWith('/v1/');
}

function tooMany(headers: Record<string, string>): PlunkFailure {
  const retryAfter = Number(headers['retry-after']);
  return new PlunkFailure(429, `Rate limit exceeded. Retry in ${retryAfter}s.`, {
    code: 'RATE_LIMIT_EXCEEDED',
    details: { retryAfter },
    headers,
  });
}

function unexpected(error: unknown): PlunkFailure {
  return new PlunkFailure(
    500,
    `The sandbox failed: ${error instanceof Error ? error.message : String(error)}`,
  );
}

function withHeaders(response: SandboxResponse, headers: Readonly<Record<string, string>>): SandboxResponse {
  return { ...response, headers: { ...headers, ...response.headers } };
}
