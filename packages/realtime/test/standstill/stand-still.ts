import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished } from 'vitest';
import { startService, until } from '../realtime-fixtures.ts';

interface Line {
  readonly ready?: true;
  readonly seq?: number;
  readonly gap?: readonly [fromMs: number, toMs: number];
}

/**
 * Stops a client's process for a time, in which its connection ends, and compares what it says it may have
 * missed with the service's record.
 */
export async function standStill(stoppedMs: number): Promise<{ lost: number; late: number }> {
  const service = await startService();
  const { hostname, port } = new URL(service.url);
  const program = fileURLToPath(new URL('client.ts', import.meta.url));
  const child = spawn(process.execPath, ['--conditions=@org/source', program, hostname, port], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines: Line[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(JSON.parse(line) as Line));
  await until(() => lines.some(({ ready }) => ready));
  const sentAtMs: number[] = [];
  const publish = () => {
    sentAtMs.push(Date.now());
    service.publish({ channel: 'ticks', event: 'tick', data: JSON.stringify({ seq: sentAtMs.length - 1 }) });
  };
  const timer = setInterval(publish, 20);
  onTestFinished(() => clearInterval(timer));
  await delay(500);
  child.kill('SIGSTOP');
  await delay(stoppedMs / 2);
  service.faults.dropAll();
  await delay(stoppedMs / 2);
  child.kill('SIGCONT');
  await expect.poll(() => lines.some(({ gap }) => gap), { timeout: 20_000 }).toBe(true);
  await delay(200);
  clearInterval(timer);
  const received = new Set(lines.map(({ seq }) => seq));
  const from = Math.min(...lines.flatMap(({ gap }) => gap?.[0] ?? []));
  const last = Math.max(...[...received].map((seq = -1) => seq));
  const lost = sentAtMs.filter((_, seq) => seq < last && !received.has(seq));
  child.kill('SIGKILL');
  await once(child, 'exit');
  return { lost: lost.length, late: lost.filter((atMs) => atMs < from).length };
}
