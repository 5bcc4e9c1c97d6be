import { methodsByAction } from './engine-call.ts';

/**
 * The program of the engine's process, for `node --eval`. It is text, not a file: a bundler moves files, and
 * a bundle cannot be started a second time as another program. Its parameters are the path of the native
 * package and the engine's configuration. File descriptor 3 carries the frames of `frames.ts`.
 *
 * It ends itself with SIGKILL when the other side of the descriptor is gone: `process.exit()` waits for the
 * threads that compute.
 */
export const engineProgram = `'use strict';
const [, packagePath, config] = process.argv;
const methods = ${JSON.stringify(methodsByAction.map(([, method]) => method))};
const { Socket } = require('node:net');
const { Actor } = require(packagePath);
const actor = new Actor(config);
const socket = new Socket({ fd: 3, readable: true, writable: true });
const end = () => process.kill(process.pid, 'SIGKILL');
socket.on('end', end).on('error', end).on('close', end);

function send(id, kind, text) {
  const payload = Buffer.from(text);
  const header = Buffer.alloc(9);
  header.writeUInt32BE(id, 0);
  header.writeUInt8(kind, 4);
  header.writeUInt32BE(payload.length, 5);
  socket.cork();
  socket.write(header);
  socket.write(payload);
  socket.uncork();
}

async function compute(id, method, request) {
  try {
    send(id, 0, await actor[method](request));
  } catch (error) {
    const code = typeof error?.code === 'number' ? error.code : undefined;
    send(id, 1, JSON.stringify({ message: String(error?.message ?? error), code }));
  }
}

let rest = Buffer.alloc(0);
socket.on('data', (chunk) => {
  rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
  while (rest.length >= 9 && rest.length >= 9 + rest.readUInt32BE(5)) {
    const end = 9 + rest.readUInt32BE(5);
    const id = rest.readUInt32BE(0);
    if (id === 0) send(0, 0, '');
    else compute(id, methods[rest.readUInt8(4)], rest.toString('utf8', 9, end));
    rest = rest.subarray(end);
  }
});
send(0, 0, '');
`;
