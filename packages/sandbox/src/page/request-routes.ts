import type { FaultList } from '../faults/fault-list.ts';
import type { SandboxResponse } from '../http/exchange.ts';
import { type Route, type RouteParams, route } from '../http/router.ts';
import type { LoggedRequest } from '../requests/describe-request.ts';
import type { SandboxRequests } from '../requests/sandbox-requests.ts';

export function requestRoutes(requests: SandboxRequests, faults: FaultList): readonly Route[] {
  const withRequest =
    (respond: (request: LoggedRequest) => SandboxResponse | Promise<SandboxResponse>) =>
    (_: unknown, { id = '' }: RouteParams) => {
      const request = requests.get(id);
      return request === undefined ? { status: 404, json: { error: 'Request not found' } } : respond(request);
    };
  return [
    route('GET', '/api/requests', ({ query }) => {
      const all = requests.list(query.get('of') ?? undefined);
      return { status: 200, json: { total: all.length, requests: all.map(summarize).reverse() } };
    }),
    route('DELETE', '/api/requests', () => {
      requests.clear();
      return { status: 204 };
    }),
    route(
      'GET',
      '/api/requests/:id',
      withRequest((request) => ({ status: 200, json: { ...request, curl: requests.curl(request.id) } })),
    ),
    route(
      'POST',
      '/api/requests/:id/replay',
      withRequest(async ({ id }) => ({ status: 200, json: await requests.replay(id) })),
    ),
    route(
      'POST',
      '/api/requests/:id/fail-next',
      withRequest(({ service, method, target }) => {
        const [path = ''] = target.split('?');
        // `*` in a pattern stands for any text, so a path with one still matches itself.
        return { status: 201, json: { id: faults.add({ service, match: { method, path }, status: 503 }) } };
      }),
    ),
  ];
}

export type RequestSummary = ReturnType<typeof summarize>;
/** A request in JSON: its time is text. */
export type RequestDetail = Omit<LoggedRequest, 'at'> & { readonly at: string; readonly curl?: string };

function summarize({
  id,
  service,
  at,
  method,
  target,
  status,
  durationMs,
  client,
  messageIds,
  faultId,
  replayOf,
}: LoggedRequest) {
  return {
    id,
    service,
    at: at.toISOString(),
    method,
    target,
    status,
    durationMs,
    client,
    messageIds,
    faultId,
    replayOf,
  };
}
