import { wrapWithFaults } from '../../faults/http-faults.ts';
import type { SandboxHandler, SandboxRequest, SandboxResponse } from '../../http/exchange.ts';
import { createRouter, route } from '../../http/router.ts';
import { createRateLimit, renderRateLimitHeaders } from '../../rate-limit.ts';
import type { RealtimeContext } from '../context.ts';
import { refuseUnsigned } from './authenticate.ts';
import { listChannels, listUsers, readChannel } from './channel-queries.ts';
import { publishBatch, publishEvent } from './publish-events.ts';
import { refuse } from './response.ts';
import { terminateUser } from './terminate-user.ts';

/** The REST half of the service. */
export interface RestHandler {
  readonly handler: SandboxHandler;
  /** Forgets the limits that are used up. */
  reset(): void;
}

type Contexts = readonly [RealtimeContext, ...RealtimeContext[]];

/** The REST half of the service: `/apps/{id}/…`, every request signed. */
export function createRestHandler(contexts: Contexts): RestHandler {
  let handler = createAppsHandler(contexts);
  return {
    handler: (request) => handler(request),
    reset() {
      handler = createAppsHandler(contexts);
    },
  };
}

function createAppsHandler(contexts: Contexts): SandboxHandler {
  const handlers = new Map(
    contexts.map((context) => [encodeURIComponent(context.options.app.id), createAppHandler(context)]),
  );
  const serveFirst = createAppHandler(contexts[0]);
  return (request) => (handlers.get(readAppId(request) ?? '') ?? serveFirst)(request);
}

function createAppHandler(context: RealtimeContext): SandboxHandler {
  const serveTrusted = createTrustedHandler(context);
  const limit = createLimit(context);
  const handle = wrapWithFaults(
    context.faults.list,
    {
      service: 'realtime',
      describe: (status) => (status === 429 ? tooMany : undefined),
      onFault: (faultId) => context.requests.note({ faultId }),
    },
    (request) => refuseRequest(context, request) ?? limit(request, () => serveTrusted(request)),
  );
  return async (request) => {
    const response = await handle(request);
    context.counters.requests += 1;
    if (response.status >= 400) recordRefusal(context, request, response);
    return response;
  };
}

function createTrustedHandler(context: RealtimeContext): SandboxHandler {
  const base = '/apps/:app';
  return createRouter(
    [
      route('POST', `${base}/events`, (request) => publishEvent(context, request)),
      route('POST', `${base}/batch_events`, (request) => publishBatch(context, request)),
      route('GET', `${base}/channels`, (request) => listChannels(context, request)),
      route('GET', `${base}/channels/:name`, (request, { name = '' }) => readChannel(context, request, name)),
      route('GET', `${base}/channels/:name/users`, (_, { name = '' }) => listUsers(context, name)),
      route('POST', `${base}/users/:id/terminate_connections`, (_, { id = '' }) =>
        terminateUser(context, id),
      ),
    ],
    {
      notFound: () => refuse(404, 'Not found'),
      methodNotAllowed: () => refuse(405, 'Method not allowed'),
    },
  );
}

function readAppId({ path }: SandboxRequest): string | undefined {
  return /^\/apps\/([^/]+)\//.exec(path)?.[1];
}

function refuseRequest({ options }: RealtimeContext, request: SandboxRequest): SandboxResponse | undefined {
  const appId = readAppId(request);
  if (appId === undefined) return refuse(404, 'Not found');
  if (appId !== encodeURIComponent(options.app.id)) return refuse(404, 'Unknown app');
  const unsigned = refuseUnsigned(options.app, request, options.clock.now());
  if (unsigned !== undefined) return unsigned;
  return options.disabled ? refuse(403, 'The app is disabled') : undefined;
}

const tooMany = { error: 'Too many requests.', code: 429 };

type Serve = () => SandboxResponse | Promise<SandboxResponse>;

function createLimit({
  options,
}: RealtimeContext): (request: SandboxRequest, serve: Serve) => ReturnType<Serve> {
  if (options.rateLimit === undefined) return (_, serve) => serve();
  const limit = createRateLimit({ ...options.rateLimit, now: options.clock.now });
  return async (_, serve) => {
    const verdict = limit.take(options.app.key);
    const headers = renderRateLimitHeaders(verdict);
    if (!verdict.allowed) return { status: 429, headers, json: tooMany };
    const response = await serve();
    return { ...response, headers: { ...headers, ...response.headers } };
  };
}

function recordRefusal(
  { counters, journal }: RealtimeContext,
  request: SandboxRequest,
  response: SandboxResponse,
): void {
  counters.requestsRefused += 1;
  const text = typeof response.body === 'string' ? response.body.trim() : '';
  journal.record('request-refused', {
    detail: `${response.status} ${request.method} ${request.path} ${text}`,
  });
}
