import type { SandboxResponse } from '../http/exchange.ts';

// Sources: W3C Content Security Policy Level 3; W3C Trusted Types; WHATWG HTML ("sandbox" attribute), Fetch
// (CORP).

/** The headers of all responses of the page's server. */
export const commonHeaders: Readonly<Record<string, string>> = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};

/** For responses that are not documents: a browser that displays one can do nothing with it. */
export const inertPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** The policy of the page: scripts and styles by nonce, requests to its own server and this socket only. */
export function pagePolicy(nonce: string, socketUrl = ''): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "img-src 'self' data:",
    `connect-src 'self' ${socketUrl}`.trim(),
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types town-map',
  ].join('; ');
}

/**
 * The policy of a message's HTML: no scripts, forms, frames or requests, and an origin that is not the
 * page's. Inline styles and embedded pictures are allowed, because mail depends on them.
 */
export const messagePolicy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  'font-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox',
].join('; ');

/** Adds the common headers, and the inert policy to a response without a policy. */
export function withSecurityHeaders(response: SandboxResponse): SandboxResponse {
  return {
    ...response,
    headers: { ...commonHeaders, 'content-security-policy': inertPolicy, ...response.headers },
  };
}
