// Chunks are kept as they came; of very many small ones, each would cost a hundred times its bytes.
const keptAsTheyCome = 16;
const smallBytes = 4_096;
const blockBytes = 65_536;

/** Collects the pieces of a body in memory of about their size, however small they are. @internal */
export class ByteCollector {
  length = 0;
  readonly #chunks: Uint8Array[] = [];
  /** What small pieces are copied into; it joins the chunks when it is full. */
  #block: Uint8Array | undefined;
  #used = 0;

  add(piece: Uint8Array): void {
    this.length += piece.byteLength;
    if (piece.byteLength > smallBytes || this.#chunks.length < keptAsTheyCome) {
      this.#endBlock();
      this.#chunks.push(piece);
      return;
    }
    if (this.#block === undefined || this.#used + piece.byteLength > this.#block.byteLength) {
      this.#endBlock();
      this.#block = new Uint8Array(blockBytes);
    }
    this.#block.set(piece, this.#used);
    this.#used += piece.byteLength;
  }

  /** All of it; a single piece is not copied. */
  join(): Uint8Array {
    this.#endBlock();
    return joinBytes(this.#chunks, this.length);
  }

  #endBlock(): void {
    if (this.#block !== undefined) this.#chunks.push(this.#block.subarray(0, this.#used));
    this.#block = undefined;
    this.#used = 0;
  }
}

/** The chunks as one; a single one is not copied. @internal */
export function joinBytes(chunks: readonly Uint8Array[], length: number): Uint8Array {
  if (chunks.length === 1 && chunks[0] !== undefined) return chunks[0];
  const whole = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return whole;
}
