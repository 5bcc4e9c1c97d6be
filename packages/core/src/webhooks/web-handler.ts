import { wrongOption } from '../errors/wrong-option.ts';

/** Receives an error that a handler does not pass on. @public */
export type HandlerErrorListener = ((error: unknown) => unknown) | undefined;

/**
 * @param adapter - the entry with `toNodeHandler`
 * @throws ConfigurationError for a request of `node:http`, Express or Fastify
 * @public
 */
export function requireWebRequest(request: Request, adapter: string): void {
  if (typeof (request as Partial<Request> | undefined)?.headers?.get === 'function') return;
  throw wrongOption(
    `The handler takes a web Request. For node:http and Express: toNodeHandler(handler) of ${adapter}.`,
  );
}

/** A JSON response that no cache keeps. @public */
export function jsonResponse(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const common = { 'content-type': 'application/json', 'cache-control': 'no-store' };
  return new Response(JSON.stringify(body), { status, headers: { ...common, ...headers } });
}

/** Reports an error of the application's code. Its text does not go to the client. @public */
export function failedResponse(onError: HandlerErrorListener, error: unknown): Response {
  reportError(onError, error);
  return jsonResponse(500, { error: 'The application failed.' });
}

/** An error of `onError`, also a later one, changes no response and does not end the process. @public */
export function reportError(onError: HandlerErrorListener, error: unknown): void {
  const call = onError ?? console.error;
  new Promise((resolve) => resolve(call(error))).catch((thrown: unknown) => console.error(thrown));
}
