import { setImmediate as nextTurn } from 'node:timers/promises';
import { encodeAnswer } from './answer-encoding.ts';
import type { Answer, Fault, FaultHandler, FaultPhase, FaultRule, RawAnswer } from './fault-rules.ts';
import { createRecording, type RequestRecording } from './recorded-request.ts';
import { BadRequest, createRequestReader } from './request-reader.ts';
import type { Wire } from './wire.ts';

/** The server, as one connection uses it. @internal */
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

/**
 * Serves one connection to its end. Never rejects, for any bytes or any disconnect of the client.
 *
 * @internal
 */
export async function serveConnection(wire: Wire, host: ConnectionHost): Promise<void> {
  const reader = createRequestReader(wire);
  try {
    // A client in the same process first learns of its connection, in this turn of the event loop or the next, and writes on it.
    if (host.connectionRule !== undefined) await nextTurn().then(() => nextTurn());
    await strike(host.connectionRule?.fault, 'before-accept', wire, host);
    while (await serveRequest(wire, reader, host));
    await wire.finish();
  } catch (error) {
    // Any other error means that the client, or the server's `close()`, ended the connection.
    if (error instanceof ConnectionEnded) return;
    if (error instanceof BadRequest) await refuse(wire, error).catch(() => {});
    wire.drop();
  }
}

/** Serves one request, phase by phase. Returns `false` when the connection must be closed. */
async function serveRequest(
  wire: Wire,
  reader: ReturnType<typeof createRequestReader>,
  host: ConnectionHost,
): Promise<boolean> {
  const line = await reader.requestLine();
  if (line === undefined) return false;
  const request = createRecording(line.method, line.target, host.connection);
  host.record(request);
  const rules = host.rulesFor(request);
  const [first] = rules;
  let rule = host.connectionRule ?? (typeof first === 'function' ? undefined : first) ?? {};
  const reach = (phase: FaultPhase) =>
    phase === 'before-accept' ? undefined : strike(rule.fault, phase, wire, host);

  await reach('after-request-line');
  await reader.headers(request);
  await reach('after-headers');
  if (/^100-continue$/i.test(request.headers.get('expect') ?? '')) {
    await wire.write(Buffer.from('HTTP/1.1 100 Continue\r\n\r\n'));
  }
  await reader.body(request, async () => reach('mid-request-body'));
  request.finish();
  if (typeof first === 'function' && host.connectionRule === undefined) {
    rule = await decideLate(rules, request);
  }
  await reach('after-request-body');
  return writeAnswer(rule.answer ?? {}, request, wire, reach);
}

/** Calls the handlers in order, up to the first rule. */
async function decideLate(
  rules: readonly (FaultRule | FaultHandler)[],
  request: RequestRecording,
): Promise<FaultRule> {
  for (const rule of rules) {
    const decided = typeof rule === 'function' ? await rule(request) : rule;
    if (decided !== undefined) return decided;
  }
  return {};
}

async function writeAnswer(
  answer: Answer | RawAnswer,
  request: RequestRecording,
  wire: Wire,
  reach: (phase: FaultPhase) => Promise<void> | undefined,
): Promise<boolean> {
  if ('raw' in answer) return writeRaw(answer, wire);
  const keepAlive = !/\bclose\b/i.test(request.headers.get('connection') ?? '');
  const encoded = encodeAnswer(answer, { keepAlive });
  await wire.pause(answer.delayMs ?? 0);
  await wire.write(encoded.statusLine);
  await reach('after-status-line');
  await wire.write(encoded.headers);
  await reach('after-response-headers');
  const halves = request.method === 'HEAD' ? [] : encoded.bodyHalves;
  await wire.write(halves[0] ?? Buffer.alloc(0));
  await reach('mid-response-body');
  await wire.write(halves[1] ?? Buffer.alloc(0));
  await reach('after-body');
  return keepAlive && !encoded.closes;
}

async function writeRaw(answer: RawAnswer, wire: Wire): Promise<boolean> {
  const pieces =
    typeof answer.raw === 'string' || answer.raw instanceof Uint8Array ? [answer.raw] : answer.raw;
  for (const piece of pieces) {
    await wire.write(typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece);
  }
  if (answer.end === 'reset') {
    wire.reset();
    throw new ConnectionEnded();
  }
  if (answer.end === 'keep-open') await wire.swallow();
  return false;
}

/** Injects the fault, if this is its phase. Resolves when the request continues. */
async function strike(
  fault: Fault | undefined,
  phase: FaultPhase,
  wire: Wire,
  host: ConnectionHost,
): Promise<void> {
  if (fault?.phase !== phase) return;
  host.noteFault(fault);
  switch (fault.kind) {
    case 'latency':
      return wire.pause(fault.delayMs);
    case 'jitter':
    case 'bandwidth':
    case 'slicer':
      wire.pace = fault;
      return;
    case 'slow-close':
      await wire.pause(fault.delayMs);
      await wire.finish();
      break;
    case 'limit-data':
      await wire.finish();
      break;
    case 'reset-peer':
      wire.reset();
      break;
    case 'timeout':
      await wire.swallow();
      wire.drop();
      break;
    case 'down':
      host.goDown();
      wire.drop();
      break;
  }
  throw new ConnectionEnded();
}

async function refuse(wire: Wire, error: BadRequest): Promise<void> {
  const { statusLine, headers, bodyHalves } = encodeAnswer(
    { status: error.status, json: { error: error.message } },
    { keepAlive: false },
  );
  await wire.write(Buffer.concat([statusLine, headers, ...bodyHalves]));
  await wire.finish();
}
