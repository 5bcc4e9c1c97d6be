import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { onTestFinished } from 'vitest';

const program = `require('node:net').createServer()
  .listen({ port: 0, host: '127.0.0.1', backlog: 1 }, function () { console.log(this.address().port) })`;

/** A port whose process stands still with a full queue: no TCP connection to it is ever complete. */
export async function startFullPort(): Promise<number> {
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [text] = await once(child.stdout, 'data');
  child.kill('SIGSTOP');
  const port = Number(String(text));
  for (let open = 0; open < 8; open += 1) {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    onTestFinished(() => void socket.destroy());
    // The first that is not accepted hangs, so those after it do too.
    const isOpen = await Promise.race([once(socket, 'connect').then(() => true), pause(500)]);
    if (!isOpen) return port;
  }
  throw new Error('The queue of the port takes every connection.');
}

const pause = (ms: number) => new Promise<false>((resolve) => setTimeout(resolve, ms, false));
