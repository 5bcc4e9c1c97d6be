// Of very many small chunks, each would cost a hundred times its bytes.
const keptAsTheyCome = 16;
const smallBytes = 4_096;
const blockBytes = 65_536;

/** Collects the chunks of a body in memory of about their size, however small they are. */
export class ByteCollector {
  length = 0;
  readonly #chunks: Uint8Array[] = [];
  /** Small chunks are copied into it; it joins the others when it is full. */
  #block: Uint8Array | undefined;
  #used = 0;

  add(chunk: Uint8Array): void {
    this.length += chunk.byteLength;
    if (chunk.byteLength > smallBytes || this.#chunks.length < keptAsTheyCome) {
      this.#endBlock();
      this.#chunks.push(chunk);
      return;
    }
    if (this.#block === undefined || this.#used + chunk.byteLength > this.#block.byteLength) {
      this.#endBlock();
      this.#block = new Uint8Array(blockBytes);
    }
    this.#block.set(chunk, this.#used);
    this.#used += chunk.byteLength;
  }

  /** All of it; a single chunk is not copied. */
  join(): Uint8Array {
    this.#endBlock();
    const [first] = this.#chunks;
    if (this.#chunks.length === 1 && first !== undefined) return first;
    const whole = new Uint8Array(this.length);
    let offset = 0;
    for (const chunk of this.#chunks) {
      whole.set(chunk, offset);
      offset += chunk.byteLength;
    }
    return whole;
  }

  #endBlock(): void {
    if (this.#block !== undefined) this.#chunks.push(this.#block.subarray(0, this.#used));
    this.#block = undefined;
    this.#used = 0;
  }
}

/** A body that comes in events, like that of Node's HTTP client. */
interface ChunkEvents {
  on(event: 'data', listener: (chunk: Uint8Array) => void): unknown;
  on(event: 'end', listener: () => void): unknown;
}

/** Reads a body to its end; above `maxBytes` calls `exceed` instead. */
export function collectChunks(
  body: ChunkEvents,
  maxBytes: number,
  finish: (bytes: Uint8Array) => void,
  exceed: () => void,
): void {
  const collected = new ByteCollector();
  body.on('data', (chunk) => {
    if (collected.length + chunk.byteLength > maxBytes) exceed();
    else collected.add(chunk);
  });
  body.on('end', () => finish(collected.join()));
}

/** Reads a body. Returns `undefined` above `maxBytes`, and cancels the rest. @public */
export async function readBounded(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
): Promise<Uint8Array | undefined> {
  const collected = new ByteCollector();
  const reader = body?.getReader();
  for (;;) {
    const { value } = (await reader?.read()) ?? {};
    if (value === undefined) return collected.join();
    if (collected.length + value.byteLength > maxBytes) {
      // Not awaited: the body of a cloned request is cancelled when both are.
      reader?.cancel().catch(() => {});
      return undefined;
    }
    collected.add(value);
  }
}
