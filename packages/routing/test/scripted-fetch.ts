import type { Runtime } from '@org/core';

/** A request as it left. */
export interface SentRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly body: unknown;
}

export interface ScriptedAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A string is sent as it is, anything else as JSON. */
  readonly body: unknown;
}

/**
 * A network that gives these answers, one after another (the last one again and again), and keeps what was
 * sent. Chance always draws the shortest wait, which is none. */
export function scriptedFetch(...answers: readonly ScriptedAnswer[]) {
  const sent: SentRequest[] = [];
  const runtime: Partial<Runtime> = {
    async fetch(input, init) {
      const request = new Request(input, init);
      const text = await request.text();
      sent.push({
        method: request.method,
        url: new URL(request.url),
        headers: request.headers,
        body: text === '' ? undefined : isXml(request) ? text : JSON.parse(text),
      });
      const answer = answers[Math.min(sent.length, answers.length) - 1];
      const isText = typeof answer?.body === 'string';
      return new Response(isText ? String(answer?.body) : JSON.stringify(answer?.body), {
        status: answer?.status ?? 200,
        headers: { 'content-type': isText ? 'text/html' : 'application/json', ...answer?.headers },
      });
    },
    random: () => 0,
  };
  return { runtime, sent };
}

function isXml({ headers }: Request): boolean {
  return headers.get('content-type')?.includes('xml') === true;
}

/** The error of a call that has to fail. */
export async function failureOf(call: Promise<unknown>): Promise<unknown> {
  try {
    await call;
  } catch (error) {
    return error;
  }
  throw new Error('The call was expected to fail, and did not.');
}
