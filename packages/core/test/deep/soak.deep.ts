import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BundledProgram, bundleProgram } from './bundled-program.ts';

/** What the program under load says of itself. */
interface Measured {
  readonly calls: number;
  readonly failed: number;
  readonly peakRssMiB: number;
  readonly heapMiB: number;
  /** By the trend of the heap after collections. */
  readonly grownMiB: number;
  readonly p50OverheadMs: number;
  readonly p99OverheadMs: number;
}

const script = fileURLToPath(new URL('soak-server.ts', import.meta.url));
const server = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] });
let url = '';
let program: BundledProgram;

beforeAll(async () => {
  const [port] = await once(createInterface(server.stdout), 'line');
  url = `http://127.0.0.1:${port}`;
  program = await bundleProgram('soak-client.ts');
});
afterAll(async () => {
  server.stdin.end();
  if (server.exitCode === null) await once(server, 'exit');
  program[Symbol.dispose]();
});

function soak(transport: string, perSecond: number, seconds: number): Promise<Measured> {
  return program.run<Measured>(url, transport, perSecond, seconds);
}

describe('C18: a steady load', () => {
  it.each([
    ['fetch', 500, 60],
    ['node', 500, 20],
    ['fetch', 100, 20],
  ])(
    'over %s, %i calls a second for %i s: no growth, and no wait of ours',
    async (transport, perSecond, seconds) => {
      const measured = await soak(transport, perSecond, seconds);
      expect(measured.failed).toBe(0);
      // The heap is ours; the rest is the platform with all its connections, and a quarter more where other things run.
      expect(measured.heapMiB).toBeLessThan(50);
      expect(measured.peakRssMiB).toBeLessThan(250);
      expect(measured.grownMiB).toBeLessThan(3);
      expect(measured.p50OverheadMs).toBeLessThan(1);
      expect(measured.p99OverheadMs).toBeLessThan(2);
    },
  );
});
