/** Writes the lines of a text into one buffer: without spaces at their ends, and empty lines that repeat. */
export class LineWriter {
  readonly #codes: Uint16Array;
  #length = 0;
  /** The bits of all that was written. */
  #bits = 0;
  /** White space that is a space once more text follows in the line. */
  #hasSpace = false;

  /** @param maxLength of all that is written, in UTF-16 code units */
  constructor(maxLength: number) {
    // Of the pool, and not filled with zeros.
    const { buffer, byteOffset } = Buffer.allocUnsafe(2 * maxLength);
    this.#codes = new Uint16Array(buffer, byteOffset, maxLength);
  }

  get length(): number {
    return this.#length;
  }

  get isLineStart(): boolean {
    return this.#length === 0 || this.#codes[this.#length - 1] === newline;
  }

  /** Removes what was written after a length. */
  cutBack(length: number): void {
    this.#length = length;
    this.#hasSpace = false;
  }

  addSpace(): void {
    this.#hasSpace = true;
  }

  /** Writes a part of a text, with one space for each white space. */
  addText(text: string, from: number, to: number): void {
    const codes = this.#codes;
    let [at, length, bits] = [from, this.#length, 0];
    for (; at < to; at += 1) {
      const code = text.charCodeAt(at);
      if (isSpace(code)) this.#hasSpace = true;
      else {
        if (this.#hasSpace) {
          if (length > 0 && codes[length - 1] !== newline) codes[length++] = space;
          this.#hasSpace = false;
        }
        codes[length++] = code;
        bits |= code;
      }
    }
    this.#length = length;
    this.#bits |= bits;
  }

  /** Writes a UTF-16 code unit, also a space, as it is. */
  addCode(code: number): void {
    const isStart = this.isLineStart;
    if (this.#hasSpace && !isStart) this.#push(space);
    this.#hasSpace = false;
    if (code !== space || !isStart) this.#push(code);
  }

  endLine(): void {
    this.#hasSpace = false;
    const codes = this.#codes;
    let length = this.#length;
    while (length > 0 && codes[length - 1] === space) length -= 1;
    const hasEmptyLine = codes[length - 1] === newline && codes[length - 2] === newline;
    if (length > 0 && !hasEmptyLine) codes[length++] = newline;
    this.#length = length;
  }

  toString(): string {
    let length = this.#length;
    while (length > 0 && isEmptyEnd(this.#codes[length - 1])) length -= 1;
    const written = this.#codes.subarray(0, length);
    // A text of Latin letters takes one byte for each.
    return this.#bits > 0xff
      ? Buffer.from(written.buffer, written.byteOffset, 2 * length).toString('utf16le')
      : Buffer.from(written).toString('latin1');
  }

  #push(code: number): void {
    this.#codes[this.#length] = code;
    this.#length += 1;
    this.#bits |= code;
  }
}

const newline = 0x0a;
const space = 0x20;

function isEmptyEnd(code: number | undefined): boolean {
  return code === space || code === newline;
}

function isSpace(code: number): boolean {
  return code <= space
    ? code === space || (code >= 9 && code <= 0xd)
    : code >= 0xa0 && /\s/.test(String.fromCharCode(code));
}
