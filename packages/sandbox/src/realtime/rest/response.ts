import type { SandboxResponse } from '../../http/exchange.ts';

export function jsonResponse(json: unknown): SandboxResponse {
  return { status: 200, json };
}

/** A refusal in the form of the hosted service: one line of plain text with a line break. */
export function refuse(status: number, text: string): SandboxResponse {
  return {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body: `${text.replaceAll(/\s+/g, ' ')}\n`,
  };
}
