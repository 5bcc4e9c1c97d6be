import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

interface KilledRun {
  readonly recipients: number;
  readonly kills: number;
  /** The service's behaviour for a repeated key. */
  readonly keys: 'replay' | 'none';
}

export interface KilledRunResult {
  /** How many mails each recipient has. */
  readonly mails: readonly number[];
  /** The messages that the last run reported as `unknown`. */
  readonly unknown: readonly number[];
  readonly failed: number;
}

/** A mail service that counts mails, and recognises keys where it has them. */
async function startCounter(keys: KilledRun['keys'], count: number) {
  const mails = Array.from({ length: count }, () => 0);
  const known = new Set<string>();
  let requests = 0;
  let waiting: { readonly at: number; readonly resolve: () => void } | undefined;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { to, key } = JSON.parse(Buffer.concat(chunks).toString()) as { to: string; key?: string };
    const index = Number(/\d+/.exec(to)?.[0]);
    if (keys === 'none' || key === undefined || !known.has(key)) mails[index] = (mails[index] ?? 0) + 1;
    if (key !== undefined) known.add(key);
    requests += 1;
    if (waiting !== undefined && requests >= waiting.at) waiting.resolve();
    await sleep(Math.random() * 4);
    response.setHeader('content-type', 'application/json').end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    mails,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Resolves after so many further requests. */
    after: (further: number) =>
      new Promise<void>((resolve) => {
        waiting = { at: requests + further, resolve };
      }),
    close: () => server.close(),
  };
}

/** Runs sendEach in a process again and again, ends it with kill -9, and lets the last run end. */
export async function runKilled({ recipients, kills, keys }: KilledRun): Promise<KilledRunResult> {
  const counter = await startCounter(keys, recipients);
  const folder = mkdtempSync(join(tmpdir(), 'journal-'));
  const script = fileURLToPath(new URL('./run-script.ts', import.meta.url));
  const start = (): ChildProcess => {
    const given = [counter.url, join(folder, 'run.jsonl'), String(recipients), keys];
    const flags = ['--conditions=@org/source', '--unhandled-rejections=strict', script, ...given];
    return spawn(process.execPath, flags, { stdio: ['ignore', 'pipe', 'inherit'] });
  };
  const ended = (child: ChildProcess) => new Promise((resolve) => child.once('close', resolve));
  try {
    const share = Math.floor(recipients / (kills + 1));
    for (let kill = 0; kill < kills; kill += 1) {
      const child = start();
      await counter.after(1 + Math.floor(Math.random() * share));
      child.kill('SIGKILL');
      await ended(child);
    }
    const last = start();
    let output = '';
    last.stdout?.on('data', (chunk) => {
      output += String(chunk);
    });
    await ended(last);
    return { mails: counter.mails, ...(JSON.parse(output) as Omit<KilledRunResult, 'mails'>) };
  } finally {
    counter.close();
    rmSync(folder, { recursive: true });
  }
}
