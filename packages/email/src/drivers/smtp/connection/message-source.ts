import type { Writable } from 'node:stream';
import type { SmtpPhase } from '../phase.ts';

const chunkBytes = 64 * 1024;

interface SourceParts {
  readonly bytes: Uint8Array;
  /** The connection on which the message goes out. */
  readonly socket: Writable;
  readonly enter: (phase: SmtpPhase) => void;
  /** The server's reply to DATA. */
  readonly lastReply: () => string;
}

/**
 * A message in memory, with the part of a readable stream that nodemailer uses. A real stream costs as much
 * as the other work for a small mail.
 */
export class MessageSource {
  /** A byte of the message may be out. */
  isBegun = false;
  /** The end of the message may be out. */
  isComplete = false;
  readonly #parts: SourceParts;
  #sentBytes = 0;
  #isDestroyed = false;
  #fail: (error: Error) => void = () => {};

  constructor(parts: SourceParts) {
    this.#parts = parts;
  }

  on(_event: 'error', listener: (error: Error) => void): this {
    this.#fail = listener;
    return this;
  }

  removeListener(): this {
    return this;
  }

  destroy(): void {
    this.#isDestroyed = true;
  }

  /** Called when the server replied to DATA. */
  pipe(target: Writable): void {
    const { enter, lastReply } = this.#parts;
    enter('data');
    const error = refusalToRead(lastReply());
    if (error !== undefined) this.#fail(error);
    // A reply that is here before the first byte of the message is read first. nodemailer reads it in the
    // immediate that it sets after this call.
    else queueMicrotask(() => setImmediate(() => this.#begin(target)));
  }

  #begin(target: Writable): void {
    if (this.#isDestroyed) return;
    const { bytes, socket } = this.#parts;
    this.isBegun = true;
    // The message and its final dot are two writes: together they are one packet.
    const isSmall = bytes.length * 2 < socket.writableHighWaterMark;
    if (isSmall) socket.cork();
    this.#write(target);
    if (isSmall) setImmediate(() => socket.uncork());
  }

  #write(target: Writable): void {
    const { bytes, enter } = this.#parts;
    while (!this.#isDestroyed && this.#sentBytes < bytes.length) {
      enter('data');
      const end = this.#sentBytes + chunkBytes;
      const chunk = bytes.subarray(this.#sentBytes, end);
      this.#sentBytes = end;
      if (!target.write(chunk) && end < bytes.length) {
        target.once('drain', () => this.#write(target));
        return;
      }
    }
    if (this.#isDestroyed) return;
    this.isComplete = true;
    enter('final');
    target.end();
  }
}

/** nodemailer continues after any 2yz, but a server that reads no message reads its lines as commands. */
function refusalToRead(reply: string): Error | undefined {
  if (!/^2/.test(reply)) return undefined;
  const details = { code: 'EPROTOCOL', response: reply, command: 'DATA' };
  return Object.assign(new Error('no 354 to DATA'), details);
}
