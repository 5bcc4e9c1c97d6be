import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';

const script = fileURLToPath(new URL('stopped-script.ts', import.meta.url));

it.each(['timeoutMs', 'deadlineMs'])(
  'C12: a response that arrived while the process was stopped is read before %s ends the call',
  async (limit) => {
    let arrived = () => {};
    const slow = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const server = createServer((request, response) => {
      if (request.url === '/slow') {
        arrived();
        setTimeout(() => response.end('{}'), 300);
      } else response.end('{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const args = ['--conditions=@org/source', script, `http://127.0.0.1:${port}`, limit];
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => {
      child.kill('SIGKILL');
      server.closeAllConnections();
      server.close();
    });
    const printed = text(child.stdout);
    await slow;
    child.kill('SIGSTOP');
    await sleep(2_000);
    child.kill('SIGCONT');
    await once(child, 'exit');
    expect(await printed).toBe('200');
  },
);
