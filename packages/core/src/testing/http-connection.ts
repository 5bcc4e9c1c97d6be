import { setImmediate as nextTurn } from 'node:timers/promises';
import { encodeAnswer } from './answer-encoding.ts';
import type { Answer, Fault, FaultHandler, FaultPhase, FaultRule, RawAnswer } from './fault-rules.ts';
import { RequestRecording } from './recorded-request.ts';
import { BadRequest, RequestReader } from './request-reader.ts';
import type { Wire } from './wire.ts';

/** The server, as one connection uses it. */
export interface ConnectionHost {
  readonly connection: number;
  readonly connectionRule: FaultRule | undefined;
  rulesFor(request: RequestRecording): readonly (FaultRule | FaultHandler)[];
  /** Records a request after its request line. */
  record(request: RequestRecording): void;
  /** Records a fault when it strikes. */
  noteFault(fault: Fault): void;
  goDown(): void;
}

/** Ends the handling of a connection after a fault has acted on the wire. */
class ConnectionEnded extends Error {}

/** Serves one connection, request by request and phase by phase. */
export class HttpConnection {
  readonly #wire: Wire;
  readonly #host: ConnectionHost;
  readonly #reader: RequestReader;
  /** The rule of the connection, or of the current request. */
  #rule: Omit<FaultRule, 'when'>;

  constructor(wire: Wire, host: ConnectionHost) {
    this.#wire = wire;
    this.#host = host;
    this.#reader = new RequestReader(wire);
    this.#rule = host.connectionRule ?? {};
  }

  /** Never rejects, for any bytes or any disconnect of the client. */
  async serve(): Promise<void> {
    try {
      // A client in the same process learns of its connection within two turns of the event loop, and writes.
      if (this.#host.connectionRule !== undefined) await nextTurn().then(() => nextTurn());
      await this.#reach('before-accept');
      while (await this.#serveRequest());
      await this.#wire.finish();
    } catch (error) {
      // Any other error means that the client, or the server's `close()`, ended the connection.
      if (error instanceof ConnectionEnded) return;
      if (error instanceof BadRequest) await this.#refuse(error).catch(() => {});
      this.#wire.drop();
    }
  }

  /** Returns `false` when the connection must be closed. */
  async #serveRequest(): Promise<boolean> {
    const line = await this.#reader.requestLine();
    if (line === undefined) return false;
    const request = new RequestRecording(line.method, line.target, this.#host.connection);
    this.#host.record(request);
    const rules = this.#host.rulesFor(request);
    const first = this.#host.connectionRule ?? rules[0];
    this.#rule = (typeof first === 'function' ? undefined : first) ?? {};
    await this.#reach('after-request-line');
    await this.#reader.headers(request);
    await this.#reach('after-headers');
    if (/^100-continue$/i.test(request.headers.get('expect') ?? ''))
      await this.#wire.write(Buffer.from('HTTP/1.1 100 Continue\r\n\r\n'));
    await this.#reader.body(request, () => this.#reach('mid-request-body'));
    request.complete = true;
    if (typeof first === 'function') this.#rule = await decideLate(rules, request);
    await this.#reach('after-request-body');
    const { answer = {} } = this.#rule;
    return 'raw' in answer ? this.#writeRaw(answer) : this.#writeAnswer(answer, request);
  }

  async #writeAnswer(answer: Answer, request: RequestRecording): Promise<boolean> {
    const keepAlive = !/\bclose\b/i.test(request.headers.get('connection') ?? '');
    const encoded = encodeAnswer(answer, { keepAlive });
    await this.#wire.pause(answer.delayMs ?? 0);
    await this.#wire.write(encoded.statusLine);
    await this.#reach('after-status-line');
    await this.#wire.write(encoded.headers);
    await this.#reach('after-response-headers');
    const [firstHalf, secondHalf] = request.method === 'HEAD' ? [] : encoded.bodyHalves;
    await this.#wire.write(firstHalf ?? Buffer.alloc(0));
    await this.#reach('mid-response-body');
    await this.#wire.write(secondHalf ?? Buffer.alloc(0));
    await this.#reach('after-body');
    return keepAlive && !encoded.closes;
  }

  async #writeRaw({ raw, end }: RawAnswer): Promise<boolean> {
    const pieces = typeof raw === 'string' || raw instanceof Uint8Array ? [raw] : raw;
    for (const piece of pieces)
      await this.#wire.write(typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece);
    if (end === 'reset') {
      this.#wire.reset();
      throw new ConnectionEnded();
    }
    if (end === 'keep-open') await this.#wire.swallow();
    return false;
  }

  /** Injects the fault, if this is its phase. Resolves when the request continues. */
  async #reach(phase: FaultPhase): Promise<void> {
    const { fault } = this.#rule;
    if (fault?.phase !== phase) return;
    this.#host.noteFault(fault);
    switch (fault.kind) {
      case 'latency':
        return this.#wire.pause(fault.delayMs);
      case 'jitter':
      case 'bandwidth':
      case 'slicer':
        this.#wire.pace = fault;
        return;
      case 'slow-close':
        await this.#wire.pause(fault.delayMs);
        await this.#wire.finish();
        break;
      case 'limit-data':
        await this.#wire.finish();
        break;
      case 'reset-peer':
        this.#wire.reset();
        break;
      case 'timeout':
        await this.#wire.swallow();
        this.#wire.drop();
        break;
      case 'down':
        this.#host.goDown();
        this.#wire.drop();
        break;
    }
    throw new ConnectionEnded();
  }

  async #refuse({ status, message }: BadRequest): Promise<void> {
    const answer = encodeAnswer({ status, json: { error: message } }, { keepAlive: false });
    await this.#wire.write(Buffer.concat([answer.statusLine, answer.headers, ...answer.bodyHalves]));
    await this.#wire.finish();
  }
}

/** Calls the handlers in order, up to the first rule. */
async function decideLate(
  rules: readonly (FaultRule | FaultHandler)[],
  request: RequestRecording,
): Promise<Omit<FaultRule, 'when'>> {
  for (const rule of rules) {
    const decided = typeof rule === 'function' ? await rule(request) : rule;
    if (decided !== undefined) return decided;
  }
  return {};
}
