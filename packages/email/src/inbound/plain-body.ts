/**
 * The lines of a body without transfer encoding. postal-mime keeps an object for each and makes a `Blob` of
 * them: 100,000 short lines take seconds, a million the heap.
 */
export class PlainBody {
  #bytes = new Uint8Array(4_096);
  #length = 0;

  update(line: Uint8Array): void {
    const end = this.#length + line.length + 1;
    if (end > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(end, this.#bytes.length * 2));
      larger.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = larger;
    }
    this.#bytes.set(line, this.#length);
    this.#bytes[end - 1] = 10;
    this.#length = end;
  }

  finalize(): ArrayBuffer {
    return this.#bytes.buffer.slice(0, this.#length);
  }
}
