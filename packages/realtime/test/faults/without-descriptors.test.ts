import { execFile } from 'node:child_process';
import { platform } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { startService } from '../realtime-fixtures.ts';

const run = promisify(execFile);
const program = fileURLToPath(new URL('without-descriptors.ts', import.meta.url));

it.skipIf(platform() === 'win32')(
  'W6: a process without free descriptors reconnects when it has some',
  async () => {
    const service = await startService();
    const { hostname, port } = new URL(service.url);
    // So few that opening the rest is quick, and enough for Node itself.
    const limited = 'ulimit -n 64; exec "$@"';
    const command = [process.execPath, '--conditions=@org/source', program, hostname, port, service.app.key];
    const { stdout } = await run('sh', ['-c', limited, 'sh', ...command], { timeout: 30_000 });
    const [shortage, ...states] = JSON.parse(stdout) as readonly string[];
    expect(shortage).toBe('EMFILE');
    expect(states).not.toContain('failed');
    expect(states.slice(-2)).toEqual(['connected', 'closed']);
  },
);
