import type { SmtpPhase } from '../phase.ts';
import type { SmtpReply, SmtpSession } from './session.ts';

const chunkBytes = 64 * 1024;
const end = Buffer.from('.\r\n');
const dot = 0x2e;

/** How long a reply that has begun before the message may take to its end. */
const begunReplyMs = 5_000;

/** Writes one message behind the server's 354. */
export class MessageWriter {
  /** A byte of the message may be out. */
  isBegun = false;
  /** The end of the message may be out. */
  isComplete = false;
  readonly #bytes: Uint8Array;
  readonly #session: SmtpSession;
  readonly #enter: (phase: SmtpPhase) => void;

  constructor(bytes: Uint8Array, session: SmtpSession, enter: (phase: SmtpPhase) => void) {
    this.#bytes = bytes;
    this.#session = session;
    this.#enter = enter;
  }

  /** Resolves with the server's reply, also with one that comes before the end. */
  async write(): Promise<SmtpReply> {
    const session = this.#session;
    this.#enter('data');
    // A reply that is here before the first byte of the message is read first.
    await new Promise(setImmediate);
    if (session.hasEnded) return session.next();
    if (session.hasBegun) {
      // The rest of a refusal may be on its way.
      const timer = setTimeout(() => session.refuseEarly(), begunReplyMs);
      return session.next().finally(() => clearTimeout(timer));
    }
    const reply = session.next();
    let isAnswered = false;
    const stop = () => {
      isAnswered = true;
    };
    const answered = reply.then(stop, stop);
    const bytes = withDots(this.#bytes);
    this.isBegun = true;
    for (let at = 0; at < bytes.length && !isAnswered; at += chunkBytes) {
      const isLast = at + chunkBytes >= bytes.length;
      this.isComplete = isLast;
      this.#enter(isLast ? 'final' : 'data');
      const goesOn = session.socket.write(bytes.subarray(at, at + chunkBytes));
      if (goesOn || isLast) continue;
      await Promise.race([new Promise((resolve) => session.socket.once('drain', resolve)), answered]);
    }
    return reply;
  }
}

/** A dot at the start of a line is doubled (RFC 5321, section 4.5.2); a line with one dot is the end. */
function withDots(bytes: Uint8Array): Buffer {
  const message = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const pieces: Buffer[] = message[0] === dot ? [end.subarray(0, 1)] : [];
  let from = 0;
  for (let at = message.indexOf('\r\n.'); at !== -1; at = message.indexOf('\r\n.', at + 3)) {
    pieces.push(message.subarray(from, at + 3));
    from = at + 2;
  }
  return Buffer.concat([...pieces, message.subarray(from), end]);
}
