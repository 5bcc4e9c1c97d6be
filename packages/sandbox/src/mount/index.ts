import { type OptionNames, refuseUnknown } from '@org/core/basics';
import { meantOption } from '@org/core/driver';
import { isLoopbackHost } from '../http/origin.ts';
import { isForeignPage } from '../page/own-page.ts';

const mountNames: OptionNames<MountOptions> = { basePath: 0 };

/** Options of `createSandboxHandler()`. */
export interface MountOptions {
  /** @default '/__sandbox' */
  readonly basePath?: string;
}

/** A sandbox with its page, or the URL of the page. */
export type MountedSandbox =
  | string
  | { readonly page: { readonly url: string; readonly token?: string | undefined } | undefined };

/** Takes a request of a server, and resolves with the response: as in Hono, Next.js and other frameworks. */
export type FetchHandler = (request: Request) => Promise<Response>;

/**
 * Serves the sandbox's page and its HTTP interface on your application's own origin, for development. A
 * request from another site, another machine or another origin gets a 403.
 *
 * @example
 * const handler = createSandboxHandler(sandboxForWorker({ page: {} }));
 * export { handler as DELETE, handler as GET, handler as POST, handler as PUT };
 *
 * @throws {Error} where `NODE_ENV` is `production`
 * @throws {TypeError} for a base path that is not `/name`
 */
export function createSandboxHandler(
  sandbox: MountedSandbox | Promise<MountedSandbox>,
  options: MountOptions = {},
): FetchHandler {
  refuseUnknown(options, mountNames, 'createSandboxHandler()', meantOption);
  const { basePath = '/__sandbox' } = options;
  if (process.env['NODE_ENV'] === 'production')
    throw new Error('createSandboxHandler() is for development: it shows all mail to everyone who asks.');
  const isPath = basePath.startsWith('/') && basePath.split('/').slice(1).every(isSegment);
  if (!isPath) throw new TypeError(`basePath must be a path such as /__sandbox, not "${basePath}".`);
  return async (request) => {
    const url = new URL(request.url);
    if (url.pathname !== basePath && !url.pathname.startsWith(`${basePath}/`))
      return Response.json({ error: 'Not found' }, { status: 404 });
    const path = url.pathname.slice(basePath.length) || '/';
    if (isRefused(request, url, path))
      return Response.json({ error: 'Refused: only pages of this origin may ask.' }, { status: 403 });
    const { origin, token } = await pageOf(sandbox);
    const target = `${origin}${path}${url.search}`;
    try {
      const response = await forward(request, target, token);
      return path === '/' ? await rebase(response, basePath) : response;
    } catch (error) {
      // Nobody reads this. A rejection would end a server whose listener does not catch it.
      if (request.signal.aborted) return Response.json({ error: 'The client is gone.' }, { status: 499 });
      throw error;
    }
  };
}

const isSegment = (text: string): boolean =>
  !['', '.', '..'].includes(text) && encodeURIComponent(text) === text;

async function pageOf(sandbox: MountedSandbox | Promise<MountedSandbox>) {
  const found = await sandbox;
  const page = typeof found === 'string' ? { url: found, token: undefined } : found.page;
  if (page === undefined) throw new TypeError('The sandbox has no page. Start it with page: {}.');
  const { origin, searchParams } = new URL(page.url);
  return { origin, token: page.token ?? searchParams.get('token') ?? undefined };
}

// A domain may resolve to this machine, so the name of the host counts, and not the address.
function isRefused({ method, headers }: Request, url: URL, path: string): boolean {
  const host = headers.get('host') ?? url.host;
  if (!isLoopbackHost(host)) return true;
  const origin = headers.get('origin') ?? undefined;
  const site = headers.get('sec-fetch-site') ?? undefined;
  const fetchMetadata = {
    'sec-fetch-mode': headers.get('sec-fetch-mode') ?? '',
    'sec-fetch-dest': headers.get('sec-fetch-dest') ?? '',
    ...(site !== undefined && { 'sec-fetch-site': site }),
  };
  const isSecure = origin?.toLowerCase() === `https://${host.toLowerCase()}`;
  const checked = { host, ...(origin !== undefined && !isSecure && { origin }), ...fetchMetadata };
  return isForeignPage({ method, path, headers: checked });
}

const forwarded = ['accept', 'content-type', 'last-event-id', 'x-sandbox-page'];
const ofConnection = ['connection', 'date', 'keep-alive', 'transfer-encoding', 'content-length'];

/** Without cookies and keys of the application, and without the headers that the sandbox would check. */
async function forward(request: Request, target: string, token: string | undefined): Promise<Response> {
  const given = forwarded.flatMap((name): [string, string][] => {
    const value = request.headers.get(name);
    return value === null ? [] : [[name, value]];
  });
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
  const response = await fetch(target, {
    method: request.method,
    headers: token === undefined ? given : [...given, ['authorization', `Bearer ${token}`]],
    body: hasBody ? await request.arrayBuffer() : null,
    redirect: 'manual',
    signal: request.signal,
  });
  const headers = new Headers(response.headers);
  for (const name of ofConnection) headers.delete(name);
  return new Response(response.body, { status: response.status, headers });
}

/** The page below the base path: its files, and what its script asks. */
async function rebase(response: Response, basePath: string): Promise<Response> {
  const html = await response.text();
  const body = html
    .replaceAll('"/assets/', `"${basePath}/assets/`)
    .replace('<html ', `<html data-base="${basePath}" `);
  return new Response(body, { status: response.status, headers: response.headers });
}
