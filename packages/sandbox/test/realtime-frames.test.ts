import { describe, expect, it } from 'vitest';
import { frameCases } from '../../realtime/test/wire/frame-violations.ts';
import { createFrameReader, encodeFrame, opcodes } from '../../realtime/test/wire/web-socket-frame.ts';
import { app, connect, type TestClient, withService } from './realtime-client.ts';

/** The socket below the WebSocket layer of a client. */
const below = (client: TestClient) => Reflect.get(client.socket, '_socket') as import('node:net').Socket;

/** The close code that the service sends, read below the client. */
async function readCloseCode(client: TestClient): Promise<number> {
  const read = createFrameReader();
  return new Promise((resolve) => {
    below(client).on('data', (chunk: Buffer) => {
      for (const { opcode, payload } of read(chunk)) {
        if (opcode === opcodes.close) resolve(payload.length < 2 ? 1005 : payload.readUInt16BE());
      }
    });
  });
}

// A binary message is refused by the service, and "ok" is not an event of a client.
const limits = { frameBytes: 64 * 1024 };

describe(`W3: a client that violates RFC 6455, in ${frameCases.length} ways`, () => {
  it.each(frameCases)('$name', async ({ frames, closes, echoes }) => {
    await withService({ app, limits }, async (service) => {
      const client = await connect(service);
      const code = readCloseCode(client);
      below(client).write(Buffer.concat(frames.map((frame) => encodeFrame(frame, true))));
      if (closes === undefined && echoes === undefined) await client.settle();
      else expect(await code).toBe(closes ?? echoes);
      await (await connect(service)).settle();
    });
  });

  it('an unmasked frame closes with 1002', async () => {
    await withService({ app }, async (service) => {
      const client = await connect(service);
      const code = readCloseCode(client);
      below(client).write(encodeFrame({ opcode: opcodes.text, payload: '{}' }, false));
      expect(await code).toBe(1002);
    });
  });

  it('ten thousand pings are answered, or close with 1008', async () => {
    await withService({ app, limits: { framesPerSecond: 1_000 } }, async (service) => {
      const client = await connect(service);
      const ping = encodeFrame({ opcode: opcodes.ping, payload: 'x'.repeat(125) }, true);
      below(client).write(Buffer.concat(Array.from({ length: 10_000 }, () => ping)));
      expect((await client.closed).code).toBe(1008);
      await (await connect(service)).settle();
    });
  });
});
