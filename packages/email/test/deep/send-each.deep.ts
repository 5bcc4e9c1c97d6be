import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const mostKb = 150 * 1024;
// V8 collects garbage late while its heap may grow: the ceiling shows what a run needs.
const flags = ['--max-old-space-size=48', '--max-semi-space-size=1'];
const script = fileURLToPath(new URL('./many-messages.mjs', import.meta.url));

const answer = JSON.stringify({
  success: true,
  data: { emails: [{ contact: { id: 'c', email: 'x' }, email: 'e1' }], timestamp: '2026-01-01T00:00:00Z' },
});

it.each([
  ['without', 100_000],
  ['with', 100_000],
])('E12: %s a journal, %d messages are sent in less than 150 MB', async (how, count) => {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.setHeader('content-type', 'application/json').end(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const folder = mkdtempSync(join(tmpdir(), 'journal-'));
  const journal = how === 'with' ? [join(folder, 'run.jsonl')] : [];
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const given = [url, String(count), ...journal];
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [...flags, script, ...given]);
    const { ok, peakKb } = JSON.parse(stdout) as { ok: number; peakKb: number };
    expect(ok).toBe(count);
    expect(peakKb).toBeLessThan(mostKb);
  } finally {
    server.close();
    rmSync(folder, { recursive: true });
  }
});
