import { jsonResponse, requireWebRequest } from '@org/core/webhooks';

/** @throws ConfigurationError for a request of `node:http`, Express or Fastify */
export function requireRequest(request: Request): void {
  requireWebRequest(request, '@org/realtime/node-handler');
}

/** A refusal in words for the client's developer. */
export function refusal(status: number, error: string): Response {
  return jsonResponse(status, { error }, status === 405 ? { allow: 'POST' } : {});
}
