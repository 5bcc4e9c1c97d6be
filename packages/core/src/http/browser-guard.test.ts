import { afterEach, describe, expect, it, vi } from 'vitest';
import { ConfigurationError } from '../errors/caller-errors.ts';
import { guardBrowser, isBrowserLike } from './browser-guard.ts';

const browserAgent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36';
const node = { versions: { node: '24.0.0' } };

describe('isBrowserLike', () => {
  it.each([
    ['a page', { document: {}, navigator: { userAgent: browserAgent } }, true],
    ['a page with a process shim', { document: {}, process: { env: {}, versions: {} } }, true],
    [
      'a dedicated, shared or service worker',
      { WorkerGlobalScope() {}, navigator: { userAgent: browserAgent } },
      true,
    ],
    ['an Electron window', { document: {}, process: { ...node, type: 'renderer' } }, true],
    ['an NW.js window', { document: {}, process: { versions: { node: '24.0.0', nw: '0.100.0' } } }, true],
    ['Node', { process: node, navigator: { userAgent: 'Node.js/24' } }, false],
    [
      'Node with jsdom',
      { document: {}, process: node, navigator: { userAgent: 'Mozilla/5.0 jsdom/26' } },
      false,
    ],
    ['Electron’s main process', { process: { ...node, type: 'browser' } }, false],
    ['Bun', { Bun: {}, process: { versions: { bun: '1.3.0' } } }, false],
    ['Deno', { Deno: {}, navigator: { userAgent: 'Deno/2.5' } }, false],
    ['a worker of Deno', { Deno: {}, WorkerGlobalScope() {}, navigator: { userAgent: 'Deno/2.5' } }, false],
    ['Cloudflare Workers', { WorkerGlobalScope() {}, navigator: { userAgent: 'Cloudflare-Workers' } }, false],
    ['Cloudflare Workers without a user agent', { WorkerGlobalScope() {} }, false],
    ['Vercel’s edge runtime', { EdgeRuntime: 'edge-runtime' }, false],
    ['an unknown runtime', {}, false],
  ])('%s', (_name, scope, expected) => {
    expect(isBrowserLike(scope)).toBe(expected);
  });
});

describe('security: guardBrowser', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('accepts a server', () => {
    guardBrowser('acme', undefined);
    expect(isBrowserLike()).toBe(false);
  });

  it('refuses a secret key in a page without dangerouslyAllowBrowser', () => {
    vi.stubGlobal('process', undefined);
    vi.stubGlobal('document', {});
    vi.stubGlobal('navigator', { userAgent: browserAgent });
    const guard = () => guardBrowser('acme', undefined);
    expect(guard).toThrow(ConfigurationError);
    expect(guard).toThrow(/dangerouslyAllowBrowser/);
    guardBrowser('acme', true);
  });
});
