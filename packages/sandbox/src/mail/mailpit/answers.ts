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
