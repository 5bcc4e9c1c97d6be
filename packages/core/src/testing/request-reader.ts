import type { RequestRecording } from './recorded-request.ts';
import type { Wire } from './wire.ts';

/** The client sent invalid HTTP/1.1: respond with `status` and close. */
export class BadRequest extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const maxLineBytes = 64 * 1024;
const maxHeaderLines = 500;

/** Parses requests step by step; a fault can strike between the steps. */
export class RequestReader {
  readonly #wire: Wire;
  #buffered = Buffer.alloc(0);

  constructor(wire: Wire) {
    this.#wire = wire;
  }

  /** `undefined` when the client sends no further request. */
  async requestLine(): Promise<{ readonly method: string; readonly target: string } | undefined> {
    while (this.#buffered.length === 0) if (!(await this.#readMore())) return undefined;
    const [, method, target] = /^(\S+) (\S+) HTTP\/1\.\d$/.exec(await this.#line()) ?? [];
    if (method === undefined || target === undefined)
      throw new BadRequest(400, 'The request line is malformed.');
    return { method, target };
  }

  async headers(request: Pick<RequestRecording, 'headers'>): Promise<void> {
    for (let count = 0; count <= maxHeaderLines; count++) {
      const text = await this.#line();
      if (text === '') return;
      const [, name, padded] = /^([^\s:]+):(.*)$/.exec(text) ?? [];
      if (name === undefined || padded === undefined)
        throw new BadRequest(400, 'A header line is malformed.');
      const value = padded.trim();
      const earlier = request.headers.get(name.toLowerCase());
      request.headers.set(name.toLowerCase(), earlier === undefined ? value : `${earlier}, ${value}`);
    }
    throw new BadRequest(431, 'There are too many header lines.');
  }

  /** Calls `atHalf` exactly once, also when there is no body. */
  async body(request: RequestRecording, atHalf: () => Promise<void>): Promise<void> {
    if (/\bchunked$/i.test(request.headers.get('transfer-encoding') ?? ''))
      return this.#chunkedBody(request, atHalf);
    const length = request.headers.get('content-length') ?? '0';
    if (!/^\d{1,15}$/.test(length)) throw new BadRequest(400, 'The content length is malformed.');
    const half = Math.floor(Number(length) / 2);
    await this.#pass(half, request);
    await atHalf();
    await this.#pass(Number(length) - half, request);
  }

  async #chunkedBody(request: RequestRecording, atHalf: () => Promise<void>): Promise<void> {
    for (let chunks = 0; ; chunks++) {
      const [size = ''] = (await this.#line()).split(';');
      if (!/^[0-9a-f]{1,8}$/i.test(size.trim())) throw new BadRequest(400, 'A chunk size is malformed.');
      const bytes = Number.parseInt(size, 16);
      await this.#pass(bytes, request);
      if (chunks === 0) await atHalf();
      if (bytes === 0) return this.headers({ headers: new Map() });
      if ((await this.#line()) !== '') throw new BadRequest(400, 'A chunk is longer than its size.');
    }
  }

  /** Records `count` bytes as they arrive. */
  async #pass(count: number, request: RequestRecording): Promise<void> {
    for (let left = count; left > 0; ) {
      if (this.#buffered.length === 0) await this.#needMore();
      const taken = this.#buffered.subarray(0, left);
      this.#buffered = this.#buffered.subarray(taken.length);
      left -= taken.length;
      request.addBody(new Uint8Array(taken));
    }
  }

  async #line(): Promise<string> {
    let end = this.#buffered.indexOf('\n');
    while (end === -1) {
      if (this.#buffered.length > maxLineBytes) throw new BadRequest(431, 'A line is too long.');
      await this.#needMore();
      end = this.#buffered.indexOf('\n');
    }
    const text = this.#buffered.toString('latin1', 0, end).replace(/\r$/, '');
    this.#buffered = this.#buffered.subarray(end + 1);
    return text;
  }

  async #readMore(): Promise<boolean> {
    const bytes = await this.#wire.read();
    if (bytes !== undefined) this.#buffered = Buffer.concat([this.#buffered, bytes]);
    return bytes !== undefined;
  }

  async #needMore(): Promise<void> {
    if (!(await this.#readMore())) throw new BadRequest(400, 'The request ended too early.');
  }
}
