import { assertLoopbackTarget } from '../../realtime/webhooks/target.ts';
import type { WebhookRequest } from './mail-event.ts';

export interface WebhookAnswer {
  /** The status of the answer; `undefined` without one. */
  readonly status: number | undefined;
  /** The beginning of the answer: 2 KB. */
  readonly answer: string;
  /** Why there is no answer. */
  readonly problem: string | undefined;
  /** Another attempt has the same end. */
  readonly isFinal: boolean;
}

const timeoutMs = 5000;
const maxAnswerBytes = 2048;

/** Such a request, also with bytes. */
export type WrittenRequest = Omit<AddressedRequest, 'body'> & {
  readonly body: string | Uint8Array<ArrayBuffer>;
};

/** A request with its whole headers, and its URL without the login, which fetch refuses. */
export type AddressedRequest = ReturnType<typeof address>;

export function address(target: string, { method = 'POST', headers, body, query = {} }: WebhookRequest) {
  const url = new URL(target);
  for (const [name, value] of Object.entries(query))
    if (!url.searchParams.has(name)) url.searchParams.append(name, value);
  const { username, password } = url;
  const login = [username, password].map(decodeURIComponent).join(':');
  url.username = '';
  url.password = '';
  return {
    method,
    url,
    body,
    headers: {
      ...(method === 'POST' && { 'content-type': 'application/json' }),
      ...headers,
      ...(login !== ':' && { authorization: `Basic ${Buffer.from(login).toString('base64')}` }),
    },
  };
}

/** Sends to this machine only. Never throws. */
export async function deliver(
  { method, url, headers, body }: WrittenRequest,
  closing: AbortSignal,
): Promise<WebhookAnswer> {
  try {
    assertLoopbackTarget({ url: url.href });
  } catch (error) {
    return { status: undefined, answer: '', problem: messageOf(error), isFinal: true };
  }
  try {
    const response = await fetch(url, {
      method,
      headers,
      ...(method === 'POST' && { body }),
      redirect: 'manual', // a redirect could leave this machine
      signal: AbortSignal.any([closing, AbortSignal.timeout(timeoutMs)]),
    });
    return { status: response.status, answer: await read(response), problem: undefined, isFinal: false };
  } catch (error) {
    return { status: undefined, answer: '', problem: messageOf(error), isFinal: false };
  }
}

async function read({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size >= maxAnswerBytes) break;
  }
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, maxAnswerBytes));
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error && cause.message !== ''
    ? `${error.message}: ${cause.message}`
    : error.message;
}
