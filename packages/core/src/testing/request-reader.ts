import type { RequestRecording } from './recorded-request.ts';
import type { Wire } from './wire.ts';

/** The client sent invalid HTTP/1.1: respond with `status` and close. @internal */
export class BadRequest extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const maxLineBytes = 64 * 1024;
const maxHeaderLines = 500;

/** Parses requests step by step; a fault can strike between the steps. @internal */
export interface RequestReader {
  /** `undefined` when the client sends no further request. */
  requestLine(): Promise<{ readonly method: string; readonly target: string } | undefined>;
  headers(request: RequestRecording): Promise<void>;
  /** Calls `atHalf` exactly once, also when there is no body. */
  body(request: RequestRecording, atHalf: () => Promise<void>): Promise<void>;
}

/** @internal */
export function createRequestReader(wire: Wire): RequestReader {
  let buffered = Buffer.alloc(0);

  const readMore = async (): Promise<boolean> => {
    const bytes = await wire.read();
    if (bytes === undefined) return false;
    buffered = Buffer.concat([buffered, bytes]);
    return true;
  };
  const needMore = async () => {
    if (!(await readMore())) throw new BadRequest(400, 'The request ended too early.');
  };
  const line = async (): Promise<string> => {
    let end = buffered.indexOf('\n');
    while (end === -1) {
      if (buffered.length > maxLineBytes) throw new BadRequest(431, 'A line is too long.');
      await needMore();
      end = buffered.indexOf('\n');
    }
    const text = buffered.toString('latin1', 0, end).replace(/\r$/, '');
    buffered = buffered.subarray(end + 1);
    return text;
  };
  /** Records `count` bytes as they arrive. */
  const pass = async (count: number, request: RequestRecording) => {
    for (let left = count; left > 0; ) {
      if (buffered.length === 0) await needMore();
      const taken = buffered.subarray(0, left);
      buffered = buffered.subarray(taken.length);
      left -= taken.length;
      request.addBody(new Uint8Array(taken));
    }
  };
  const headers = async (request: Pick<RequestRecording, 'headers'>) => {
    for (let count = 0; count <= maxHeaderLines; count++) {
      const text = await line();
      if (text === '') return;
      const [, name, value] = /^([^\s:]+):[ \t]*(.*?)[ \t]*$/.exec(text) ?? [];
      if (name === undefined || value === undefined) throw new BadRequest(400, 'A header line is malformed.');
      const earlier = request.headers.get(name.toLowerCase());
      request.headers.set(name.toLowerCase(), earlier === undefined ? value : `${earlier}, ${value}`);
    }
    throw new BadRequest(431, 'There are too many header lines.');
  };
  const chunkedBody = async (request: RequestRecording, atHalf: () => Promise<void>) => {
    for (let chunks = 0; ; chunks++) {
      const [size = ''] = (await line()).split(';');
      if (!/^[0-9a-f]{1,8}$/i.test(size.trim())) throw new BadRequest(400, 'A chunk size is malformed.');
      const bytes = Number.parseInt(size, 16);
      await pass(bytes, request);
      if (chunks === 0) await atHalf();
      if (bytes === 0) return headers({ headers: new Map() });
      if ((await line()) !== '') throw new BadRequest(400, 'A chunk is longer than its size.');
    }
  };

  return {
    async requestLine() {
      while (buffered.length === 0) if (!(await readMore())) return undefined;
      const [, method, target] = /^(\S+) (\S+) HTTP\/1\.\d$/.exec(await line()) ?? [];
      if (method === undefined || target === undefined) {
        throw new BadRequest(400, 'The request line is malformed.');
      }
      return { method, target };
    },
    headers,
    async body(request, atHalf) {
      if (/\bchunked$/i.test(request.headers.get('transfer-encoding') ?? '')) {
        return chunkedBody(request, atHalf);
      }
      const length = request.headers.get('content-length') ?? '0';
      if (!/^\d{1,15}$/.test(length)) throw new BadRequest(400, 'The content length is malformed.');
      const half = Math.floor(Number(length) / 2);
      await pass(half, request);
      await atHalf();
      await pass(Number(length) - half, request);
    },
  };
}
