import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const script = fileURLToPath(new URL('connect-cycles.ts', import.meta.url));

it.each([
  ['in memory', 'memory', 100_000],
  ['over TCP', 'real', 10_000],
])('W9: connecting and closing leaves nothing behind, %s', async (_, kind, cycles) => {
  const options = ['--expose-gc', '--conditions=@org/source', '--disable-warning=ExperimentalWarning'];
  const { stdout } = await promisify(execFile)(process.execPath, [...options, script, kind, String(cycles)]);
  const bytes = Number(stdout);
  console.log(`W9: ${bytes.toFixed(1)} bytes for each of ${cycles} cycles`);
  expect(bytes).toBeLessThan(50);
});
