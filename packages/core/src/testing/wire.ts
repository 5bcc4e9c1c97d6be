import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Runtime } from '../time/runtime.ts';
import type { Fault } from './fault-rules.ts';

/** A fault that changes the flow of bytes from its phase on. */
type Pace = Extract<Fault, { kind: 'jitter' | 'bandwidth' | 'slicer' }>;

/** The bytes of one connection, with methods to delay and to end them. */
export class Wire {
  pace: Pace | undefined;
  readonly #socket: Socket;
  readonly #runtime: Pick<Runtime, 'sleep' | 'random'>;
  readonly #incoming: AsyncIterator<Buffer>;
  readonly #closed = new AbortController();

  constructor(socket: Socket, runtime: Pick<Runtime, 'sleep' | 'random'>) {
    this.#socket = socket;
    this.#runtime = runtime;
    this.#incoming = socket.iterator({ destroyOnReturn: false });
    socket.once('close', () => this.#closed.abort());
    socket.on('error', () => {});
    // Every write must be its own packet for the slicer.
    socket.setNoDelay(true);
  }

  /**
   * The next bytes of the client; `undefined` after it has closed its side. Nothing is read from the socket
   * between calls.
   */
  async read(): Promise<Buffer | undefined> {
    const next = await this.#incoming.next();
    if (next.done === true) return undefined;
    await this.#paceFor(next.value);
    return next.value;
  }

  /** Resolves when the kernel has taken the bytes. */
  async write(bytes: Uint8Array): Promise<void> {
    for (const piece of piecesOf(bytes, this.pace)) {
      await this.#paceFor(piece);
      await writeAll(this.#socket, piece);
      if (this.pace?.kind === 'slicer') await nextTurn();
    }
  }

  async pause(ms: number): Promise<void> {
    if (ms > 0) await this.#runtime.sleep(ms, this.#closed.signal);
  }

  /** Sends FIN after all written bytes. Resolves when the client has closed, too. */
  async finish(): Promise<void> {
    this.#socket.end();
    await this.swallow();
    this.#socket.destroy();
  }

  /** Sends RST. */
  reset(): void {
    this.#socket.resetAndDestroy();
  }

  /** Closes like a killed process. */
  drop(): void {
    this.#socket.destroy();
  }

  /** Reads and discards until the client closes. */
  async swallow(): Promise<void> {
    while ((await this.#incoming.next()).done !== true);
  }

  #paceFor(bytes: Uint8Array): Promise<void> {
    if (this.pace?.kind === 'jitter') return this.pause(this.#runtime.random() * this.pace.maxDelayMs);
    if (this.pace?.kind === 'bandwidth') return this.pause((bytes.length / this.pace.bytesPerSecond) * 1000);
    return this.pause(0);
  }
}

function writeAll(socket: Socket, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.write(bytes, (error) => (error == null ? resolve() : reject(error)));
  });
}

const jitterPieces = 4;
const bandwidthStepsPerSecond = 50;

function* piecesOf(bytes: Uint8Array, pace: Pace | undefined): Generator<Uint8Array> {
  const size = Math.max(1, pieceSize(bytes.length, pace));
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

function pieceSize(length: number, pace: Pace | undefined): number {
  switch (pace?.kind) {
    case 'jitter':
      return Math.ceil(length / jitterPieces);
    case 'bandwidth':
      return Math.floor(pace.bytesPerSecond / bandwidthStepsPerSecond);
    case 'slicer':
      return pace.sliceBytes ?? 1;
    default:
      return length;
  }
}
