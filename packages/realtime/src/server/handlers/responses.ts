import { misconfigured } from '../../internal/wrong-input.ts';

/** @throws ConfigurationError for a request of `node:http`, Express or Fastify */
export function requireWebRequest(request: Request): void {
  if (typeof (request as Partial<Request> | undefined)?.headers?.get === 'function') return;
  throw misconfigured(
    'The handler takes a web Request, and returns a Response. For node:http and Express, wrap it: ' +
      'toNodeHandler(handler) of @org/realtime/node-handler.',
  );
}

/** A JSON response that no cache keeps. */
export function jsonResponse(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) {
  const common = { 'content-type': 'application/json', 'cache-control': 'no-store' };
  return new Response(JSON.stringify(body), { status, headers: { ...common, ...headers } });
}

/** A refusal in words for the client's developer. */
export function refusal(status: number, error: string): Response {
  return jsonResponse(status, { error }, status === 405 ? { allow: 'POST' } : {});
}

/** Reports an error of the application's code. Its text does not go to the client. */
export function failed(onError: ((error: unknown) => unknown) | undefined, error: unknown): Response {
  report(onError, error);
  return refusal(500, 'The application failed.');
}

/** An error of `onError`, also a later one, changes no response and does not end the process. */
export function report(onError: ((error: unknown) => unknown) | undefined, error: unknown): void {
  const call = onError ?? console.error;
  new Promise((resolve) => resolve(call(error))).catch((thrown: unknown) => console.error(thrown));
}
