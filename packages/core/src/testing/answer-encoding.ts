import { STATUS_CODES } from 'node:http';
import type { Answer } from './fault-rules.ts';

/** Encodes a response in pieces; a fault can strike between them. */
export function encodeAnswer(answer: Answer, options: { readonly keepAlive: boolean }) {
  const { status = 200 } = answer;
  const headers = new Map<string, string | readonly string[]>(
    Object.entries(answer.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const setDefault = (name: string, value: string) => {
    if (!headers.has(name)) headers.set(name, value);
  };
  const bodyHalves = encodeBody(answer);
  if (isJson(answer)) setDefault('content-type', 'application/json');
  if (answer.chunks !== undefined) setDefault('transfer-encoding', 'chunked');
  else if (mayHaveBody(status)) setDefault('content-length', String(Buffer.concat(bodyHalves).length));
  setDefault('connection', options.keepAlive ? 'keep-alive' : 'close');

  const lines = [...headers].flatMap(([name, value]) => [value].flat().map((item) => `${name}: ${item}\r\n`));
  return {
    statusLine: Buffer.from(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Unknown'}\r\n`, 'latin1'),
    headers: Buffer.from(`${lines.join('')}\r\n`, 'latin1'),
    bodyHalves,
    /** Whether the connection closes after it. */
    closes: /\bclose\b/i.test(String(headers.get('connection'))),
  };
}

function isJson(answer: Answer): boolean {
  return answer.body === undefined && answer.chunks === undefined && mayHaveBody(answer.status ?? 200);
}

function mayHaveBody(status: number): boolean {
  return status >= 200 && status !== 204 && status !== 304;
}

function encodeBody(answer: Answer): [Buffer, Buffer] {
  if (answer.chunks !== undefined) {
    const half = Math.floor(answer.chunks.length / 2);
    const encoded = answer.chunks.map(encodeChunk);
    return [
      Buffer.concat(encoded.slice(0, half)),
      Buffer.concat([...encoded.slice(half), Buffer.from('0\r\n\r\n')]),
    ];
  }
  const { json = { ok: true } } = answer;
  const body = isJson(answer) ? Buffer.from(JSON.stringify(json)) : Buffer.from(answer.body ?? '');
  const half = Math.floor(body.length / 2);
  return [body.subarray(0, half), body.subarray(half)];
}

function encodeChunk(chunk: string | Uint8Array): Buffer {
  const bytes = Buffer.from(chunk);
  return Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
}
