import type { SandboxAnswer } from '../../http/exchange.ts';

export function answerJson(json: unknown): SandboxAnswer {
  return { status: 200, json };
}

/** A refusal as the hosted service words it: one line of plain text that ends with a line break. */
export function refuse(status: number, text: string): SandboxAnswer {
  return {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body: `${text.replaceAll(/\s+/g, ' ')}\n`,
  };
}
