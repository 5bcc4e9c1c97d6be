/**
 * Whether a request asks for the health of a container. It has no token and any host, and learns nothing that
 * the refusal would not tell.
 */
export function isHealthCheck({ method, path }: { readonly method: string; readonly path: string }): boolean {
  return (method === 'GET' || method === 'HEAD') && (path === '/livez' || path === '/readyz');
}
