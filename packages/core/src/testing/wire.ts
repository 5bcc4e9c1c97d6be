import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Runtime } from '../time/runtime.ts';
import type { Fault } from './fault-rules.ts';

/** A fault that changes the flow of bytes from its phase on. @internal */
export type Pace = Extract<Fault, { kind: 'jitter' | 'bandwidth' | 'slicer' }>;

/** The bytes of one connection, with methods to delay and to end them. @internal */
export interface Wire {
  pace: Pace | undefined;
  /**
   * The next bytes of the client; `undefined` after it has closed its side. Nothing is read from the socket
   * between calls.
   */
  read(): Promise<Buffer | undefined>;
  /** Resolves when the kernel has taken the bytes. */
  write(bytes: Uint8Array): Promise<void>;
  pause(ms: number): Promise<void>;
  /** Sends FIN after all written bytes. Resolves when the client has closed, too. */
  finish(): Promise<void>;
  /** Sends RST. */
  reset(): void;
  /** Closes like a killed process. */
  drop(): void;
  /** Reads and discards until the client closes. */
  swallow(): Promise<void>;
}

/** @internal */
export function createWire(socket: Socket, runtime: Pick<Runtime, 'sleep' | 'random'>): Wire {
  const closed = new AbortController();
  socket.once('close', () => closed.abort());
  socket.on('error', () => {});
  // Every write must be its own packet for the slicer.
  socket.setNoDelay(true);
  const incoming: AsyncIterator<Buffer> = socket.iterator({ destroyOnReturn: false });
  const pause = async (ms: number) => {
    if (ms > 0) await runtime.sleep(ms, closed.signal);
  };

  const wire: Wire = {
    pace: undefined,
    async read() {
      const next = await incoming.next();
      if (next.done === true) return undefined;
      await pause(delayBefore(next.value, wire.pace, runtime));
      return next.value;
    },
    async write(bytes) {
      for (const piece of piecesOf(bytes, wire.pace)) {
        await pause(delayBefore(piece, wire.pace, runtime));
        await writeAll(socket, piece);
        if (wire.pace?.kind === 'slicer') await nextTurn();
      }
    },
    pause,
    async finish() {
      socket.end();
      await wire.swallow();
      socket.destroy();
    },
    reset: () => void socket.resetAndDestroy(),
    drop: () => void socket.destroy(),
    async swallow() {
      while ((await incoming.next()).done !== true);
    },
  };
  return wire;
}

function writeAll(socket: Socket, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.write(bytes, (error) => (error == null ? resolve() : reject(error)));
  });
}

function delayBefore(bytes: Uint8Array, pace: Pace | undefined, runtime: Pick<Runtime, 'random'>): number {
  switch (pace?.kind) {
    case 'jitter':
      return runtime.random() * pace.maxDelayMs;
    case 'bandwidth':
      return (bytes.length / pace.bytesPerSecond) * 1000;
    default:
      return 0;
  }
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
