import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FaultServer, startFaultServer } from '../../src/testing/index.ts';
import { type BundledProgram, bundleProgram } from './bundled-program.ts';

let program: BundledProgram;
let server: FaultServer;
beforeAll(async () => {
  program = await bundleProgram('leak-program.ts');
});
afterAll(() => program[Symbol.dispose]());

describe('C10: nothing is left of a call', () => {
  beforeAll(async () => {
    server = await startFaultServer();
  });
  afterAll(() => server.close());

  it.each([
    ['ok', 100_000],
    ['ok-shared-signal', 100_000],
    ['failing', 100_000],
    ['cut', 100_000],
    ['create-and-close', 10_000],
    ['real-shared-signal', 10_000],
  ])('%s, %i times', async (scenario, times) => {
    const left = await program.run<{ bytesPerCall: number; listeners: number; opened: number }>(
      server.url,
      scenario,
      times,
    );
    expect(left.bytesPerCall).toBeLessThan(times < 100_000 ? 100 : 10);
    expect(left.listeners).toBe(0);
    expect(left.opened).toBeLessThanOrEqual(0);
  });
});
