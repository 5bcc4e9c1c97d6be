import type { SandboxResponse } from '../../http/exchange.ts';

// Mailpit answers changes with "ok", and failures with plain text.

export function plain(status: number, text: string): SandboxResponse {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: text };
}

export const ok = plain(200, 'ok');
export const notFound = plain(404, 'Message not found');

export function refused(reason: string): SandboxResponse {
  return plain(400, reason);
}

/** The sandbox cannot do it. A made-up result would let a test pass that checked nothing. */
export function unavailable(reason: string): SandboxResponse {
  return plain(501, reason);
}
