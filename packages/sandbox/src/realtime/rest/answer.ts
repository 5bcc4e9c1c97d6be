import type { SandboxResponse } from '../../http/exchange.ts';

export function answerJson(json: unknown): SandboxResponse {
  return { status: 200, json };
}

/** A refusal as the hosted service words it: one line of plain text that ends with a line break. */
export function refuse(status: number, text: string): SandboxResponse {
  return {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body: `${text.replaceAll(/\s+/g, ' ')}\n`,
  };
}
