import type { SandboxResponse } from './exchange.ts';

/**
 * Whether a request asks for the health of a container. Each port answers it, without a token, whatever host
 * it names, and it learns nothing that the refusal would not tell.
 */
export function isHealthCheck({ method, path }: { readonly method: string; readonly path: string }): boolean {
  return (method === 'GET' || method === 'HEAD') && (path === '/livez' || path === '/readyz');
}

/** The response to it, as of Mailpit. */
export const answerHealthCheck = async (): Promise<SandboxResponse> => ({
  status: 200,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: '',
});
