import { isLoopback } from './base-url.ts';
import { isBrowserLike } from './browser-guard.ts';
import type { RequestHeaders } from './request.ts';

/**
 * Tells a server on this machine which attempt of its request this is, and how long it waited for the
 * limiter: `2; waited-ms=350`. The sandbox's request log shows it. A first attempt that did not wait has no
 * such header; neither has a request to another machine, or from a page, where the server would have to allow
 * it (CORS).
 */
export function reportAttempt(attempt: number, waitedMs: number, url: URL, headers: RequestHeaders): void {
  if (isLoopback(url.hostname) && !isBrowserLike())
    headers.set('org-attempt', `${attempt}; waited-ms=${Math.round(waitedMs)}`);
}
