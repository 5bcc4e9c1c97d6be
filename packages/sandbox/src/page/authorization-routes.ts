import { isOrgError } from '@org/core';
import type { SandboxRequest, SandboxResponse } from '../http/exchange.ts';
import { type Route, route } from '../http/router.ts';
import type { AuthorizationWish } from '../realtime/authorization/test-authorization.ts';
import type { EndpointWish } from '../realtime/authorization/test-endpoint.ts';
import type { RealtimeService } from '../realtime/realtime-service.ts';

export function authorizationRoutes(
  realtime: Pick<RealtimeService, 'testAuthorization' | 'testAuthEndpoint'>,
): readonly Route[] {
  return [
    route('POST', '/api/authorizations', (request) =>
      answer(request, (wish) => realtime.testAuthorization(wish as AuthorizationWish)),
    ),
    route('POST', '/api/authorizations/endpoint', (request) =>
      answer(request, (wish) => realtime.testAuthEndpoint(wish as EndpointWish)),
    ),
  ];
}

async function answer(request: SandboxRequest, test: (wish: unknown) => unknown): Promise<SandboxResponse> {
  const wish = request.json();
  if (typeof wish !== 'object' || wish === null || Array.isArray(wish))
    return { status: 400, json: { error: 'The body must be a JSON object.' } };
  const { headers = {}, timeoutMs: _, ...texts } = wish as Record<string, unknown>;
  const others = typeof headers === 'object' && headers !== null ? Object.values(headers) : [headers, 0];
  if ([...Object.values(texts), ...others].some((value) => typeof value !== 'string'))
    return { status: 400, json: { error: 'Each field must be text, and headers an object of texts.' } };
  try {
    return { status: 200, json: await test(wish) };
  } catch (error) {
    if (error instanceof TypeError || isOrgError(error))
      return { status: 400, json: { error: (error as Error).message } };
    throw error;
  }
}
