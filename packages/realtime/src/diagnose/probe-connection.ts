import type { Runtime } from '@org/core';
import type { OpenSocket, Socket, SocketEnd, SocketOptions } from '../connection/socket.ts';
import { describeCloseCode } from '../protocol/close-code.ts';
import { decodeFrame, type Frame } from '../protocol/frame.ts';
import { readHandshake } from '../protocol/handshake.ts';

/** A second connection, whose frames are read one by one. */
export class ProbeConnection {
  readonly #waiting: ((frame: Frame | Error) => void)[] = [];
  readonly #frames: (Frame | Error)[] = [];
  #socket: Socket | undefined;

  open(openSocket: OpenSocket, url: string, options: SocketOptions): void {
    this.#socket = openSocket(
      url,
      {
        received: (text) => this.#push(readFrame(text)),
        violated: (reason) => this.#push(new Error(`the server does not speak the protocol: ${reason}`)),
        ended: (end) => this.#push(endOf(end)),
        unusable: (error) => this.#push(error instanceof Error ? error : new Error(String(error))),
      },
      options,
    );
  }

  /** Waits for the first frame, which `handshake` reads. */
  async firstFrame(): Promise<void> {
    this.#frames.unshift(await this.next());
  }

  /** The socket id, from the first frame. */
  async handshake(): Promise<string> {
    const handshake = readHandshake(await this.next());
    if (handshake.type === 'violated') throw new Error(handshake.reason);
    if (handshake.type === 'established') return handshake.socketId;
    throw new Error(`${describeCloseCode(handshake.code)} (${handshake.reason}), code ${handshake.code}`);
  }

  /** Sends a ping, and waits for the pong. */
  async ping(runtime: Runtime): Promise<number> {
    const startedMs = runtime.monotonic();
    this.#socket?.send(JSON.stringify({ event: 'pusher:ping', data: {} }));
    for (;;) if ((await this.next()).event === 'pusher:pong') return runtime.monotonic() - startedMs;
  }

  async next(): Promise<Frame> {
    const frame = this.#frames.shift() ?? (await new Promise((resolve) => this.#waiting.push(resolve)));
    if (frame instanceof Error) throw frame;
    return frame as Frame;
  }

  close(): void {
    this.#socket?.drop();
  }

  #push(frame: Frame | Error): void {
    const take = this.#waiting.shift();
    if (take !== undefined) take(frame);
    else if (this.#frames.length < 10) this.#frames.push(frame);
  }
}

function readFrame(text: string): Frame | Error {
  const decoded = decodeFrame(text);
  return decoded.ok ? decoded.frame : new Error(`the server does not speak the protocol: ${decoded.reason}`);
}

function endOf({ code, reason }: SocketEnd): Error {
  const words = code >= 4000 ? describeCloseCode(code) : 'it was cut, or could not be opened';
  return new Error(`${words}${reason === '' ? '' : ` (${reason.slice(0, 200)})`}, code ${code}`);
}
