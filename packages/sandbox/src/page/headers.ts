import type { SandboxAnswer } from '../http/exchange.ts';

// Sources: W3C Content Security Policy Level 3; W3C Trusted Types; WHATWG HTML ("sandbox" attribute), Fetch
// (CORP).

/** Headers of every answer of the page's server. */
export const commonHeaders: Readonly<Record<string, string>> = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};

/** For what is no document: should a browser show it as one after all, it can do nothing. */
export const inertPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** The page itself: its own scripts and styles by nonce, its own server, nothing else. */
export function pagePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types town-map',
  ].join('; ');
}

/**
 * A message's HTML: an origin of its own, no script, no form, no frame, and no request to anywhere. Mail
 * lives from inline styles, so these are allowed; pictures are those that the message brings along.
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

/** Adds the common headers, and the inert policy unless the answer brings its own. */
export function withSecurityHeaders(answer: SandboxAnswer): SandboxAnswer {
  return {
    ...answer,
    headers: { ...commonHeaders, 'content-security-policy': inertPolicy, ...answer.headers },
  };
}
