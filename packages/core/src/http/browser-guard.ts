import { ConfigurationError } from '../errors/caller-errors.ts';

interface Scope {
  readonly document?: unknown;
  readonly WorkerGlobalScope?: unknown;
  readonly Deno?: unknown;
  readonly Bun?: unknown;
  readonly EdgeRuntime?: unknown;
  readonly navigator?: { readonly userAgent?: unknown } | undefined;
  readonly process?: { readonly type?: unknown; readonly versions?: object | undefined } | undefined;
}

/**
 * Does this code run where its user can read it: in a page, in a browser's worker, or in a desktop window?
 *
 * - A server runtime says its name: Node, Bun and Deno by their globals, edge runtimes by `EdgeRuntime`,
 *   Cloudflare Workers by the user agent. This also holds when a test adds a `document` (jsdom, happy-dom).
 * - An Electron window with Node in it (`process.type` is `renderer`) and NW.js are browsers all the same:
 *   the key is on the user's disk.
 * - Otherwise a `document` is a page, and a worker scope whose user agent is a browser's (`Mozilla/…`) is a
 *   browser's worker.
 *
 * Not covered: code shipped to phones (React Native has neither a document nor a browser's user agent).
 */
export function isBrowserLike(scope: object = globalThis): boolean {
  const { document, WorkerGlobalScope, Deno, Bun, EdgeRuntime, navigator, process } = scope as Scope;
  const versions = process?.versions ?? {};
  const isShipped =
    process?.type === 'renderer' || process?.type === 'worker' || Object.hasOwn(versions, 'nw');
  const agent = typeof navigator?.userAgent === 'string' ? navigator.userAgent : '';
  const isServer =
    Object.hasOwn(versions, 'node') || Deno || Bun || EdgeRuntime || agent === 'Cloudflare-Workers';
  if (isServer && !isShipped) return false;
  return document !== undefined || (WorkerGlobalScope !== undefined && agent.startsWith('Mozilla/'));
}

/** Refuses a secret key in a browser, where anyone can read it. Throws a `ConfigurationError`. */
export function guardBrowser(provider: string, dangerouslyAllowBrowser: boolean | undefined): void {
  if (dangerouslyAllowBrowser === true || !isBrowserLike()) return;
  const message =
    `Anyone who opens this page could read the key of ${provider}. ` +
    'Call it from a server, or set dangerouslyAllowBrowser if the key is public.';
  throw new ConfigurationError({ message, provider });
}
