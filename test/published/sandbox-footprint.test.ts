import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { root } from '../../scripts/package-entries.ts';
import { machinePace } from '../support/machine-pace.ts';
import { peakMemoryKb } from '../support/peak-memory.mjs';

const program = `${root}packages/sandbox/dist/bin.js`;
const hasProc = existsSync('/proc/self/stat');
const note = hasProc ? '' : ' (skipped: it reads /proc)';

/** CPU time of a process in ms, of all its threads. The unit of /proc is 1/100 s. */
function cpuTimeMs(pid: number): number {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const [user, system] = fields.split(' ').slice(11, 13).map(Number);
  return 10 * ((user ?? Number.NaN) + (system ?? Number.NaN));
}

// A busy machine prolongs the clock, and hardly the CPU time.
it.skipIf(!hasProc)(`the sandbox without a map: ready within 1 s of CPU time, 150 MB${note}`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-footprint-'));
  const ports = ['page', 'mail', 'smtp', 'realtime'].map((name) => `--${name}-port=0`);
  const child = spawn(process.execPath, [program, '--json', '--no-routing', '--no-config', ...ports], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'], XDG_RUNTIME_DIR: folder },
  });
  const pid = child.pid ?? 0;
  try {
    await once(createInterface(child.stdout), 'line'); // it is ready
    const startMs = cpuTimeMs(pid);
    const megabytes = peakMemoryKb(pid) / 1000;
    expect(startMs).toBeGreaterThan(0);
    expect(startMs).toBeLessThan(1_000 * machinePace());
    expect(megabytes).toBeGreaterThan(20);
    expect(megabytes).toBeLessThan(150);
  } finally {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    rmSync(folder, { recursive: true, force: true });
  }
});
