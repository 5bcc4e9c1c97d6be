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

function soak(transport: string, mode: string, amount: number, seconds = 0): Promise<Measured> {
  return program.run<Measured>(url, transport, mode, amount, seconds);
}

const transports = ['fetch', 'node'];

describe('C18: 5,000 calls at the same time', () => {
  it.each(transports)(
    'over %s: all are answered, in little more memory than without us',
    async (transport) => {
      const bare = await soak(transport, 'bare', 5_000);
      const ours = await soak(transport, 'together', 5_000);
      expect(ours.failed).toBe(0);
      // Most of it is 5,000 connections. Ours is what waits for the answers, and the room that the collector takes for it.
      expect(ours.peakRssMiB - bare.peakRssMiB).toBeLessThan(150);
    },
  );

  it.each(transports)('over %s, behind a limit of 250: all are answered', async (transport) => {
    expect(await soak(transport, 'queued', 5_000)).toMatchObject({ calls: 5_000, failed: 0 });
  });
});

describe('C18: a steady load', () => {
  it.each([
    ['fetch', 500, 60],
    ['node', 500, 20],
    ['fetch', 100, 20],
  ])(
    'over %s, %i calls a second for %i s: no growth, and no wait of ours',
    async (transport, perSecond, seconds) => {
      const measured = await soak(transport, 'steady', perSecond, seconds);
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
