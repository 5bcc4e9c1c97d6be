import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

interface KilledRun {
  readonly recipients: number;
  readonly kills: number;
  /** The service's behaviour for a repeated key. */
  readonly keys: 'replay' | 'none';
  readonly mode?: 'each' | 'batch' | undefined;
  /**
   * When a run is killed: after a random number of requests; when the journal has grown by a start or an end;
   * or when a request has arrived, before its response or after it.
   */
  readonly aim?: 'random' | 'line' | 'request' | 'response' | undefined;
}

export interface KilledRunResult {
  /** How many mails each recipient has. */
  readonly mails: readonly number[];
  /** The messages that the last run reported as `unknown`. */
  readonly unknown: readonly number[];
  readonly failed: number;
}

/** A mail service that counts mails, and recognises keys where it has them. */
async function startCounter({ keys, recipients, aim }: KilledRun) {
  const mails = Array.from({ length: recipients }, () => 0);
  const known = new Map<string, string>();
  let requests = 0;
  let waiting: { readonly at: number; readonly resolve: () => void } | undefined;
  const reached = () => requests >= (waiting?.at ?? Infinity) && waiting?.resolve();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const { to, key } = JSON.parse(body) as { to: string | string[]; key?: string };
    const first = key === undefined ? undefined : known.get(key);
    // As Resend: "invalid_idempotent_request".
    if (first !== undefined && first !== body) return response.writeHead(409).end('{}');
    if (keys === 'none' || first === undefined)
      for (const each of [to].flat()) {
        const index = Number(/\d+/.exec(each)?.[0]);
        mails[index] = (mails[index] ?? 0) + 1;
      }
    if (key !== undefined) known.set(key, body);
    requests += 1;
    if (aim !== 'response') reached();
    await sleep(Math.random() * 4);
    response.setHeader('content-type', 'application/json').end('{}', reached);
    return undefined;
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

/** Resolves when the file has grown, or the process that writes it has ended. */
async function growth(path: string, writer: ChildProcess): Promise<void> {
  const size = () => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  // A new file gets its header first.
  while (size() === 0 && writer.exitCode === null) await sleep(0);
  const before = size();
  while (writer.exitCode === null) {
    // Without a pause: a kill at once comes before the next write.
    for (let look = 0; look < 200; look += 1) if (size() > before) return;
    await sleep(0);
  }
}

/**
 * Runs in a process again and again, ends it with kill -9, and lets the last run end.
 *
 * @param program - `run-script.ts`, bundled
 */
export async function runKilled(program: string, run: KilledRun): Promise<KilledRunResult> {
  const { recipients, kills, keys, mode = 'each', aim = 'random' } = run;
  const counter = await startCounter(run);
  const folder = mkdtempSync(join(tmpdir(), 'journal-'));
  const journal = join(folder, 'run.jsonl');
  const start = (): ChildProcess => {
    const given = [counter.url, journal, String(recipients), keys, mode];
    const flags = ['--unhandled-rejections=strict', program, ...given];
    return spawn(process.execPath, flags, { stdio: ['ignore', 'pipe', 'inherit'] });
  };
  const ended = (child: ChildProcess) => new Promise((resolve) => child.once('close', resolve));
  try {
    const share = Math.floor(recipients / (kills + 1));
    for (let kill = 0; kill < kills; kill += 1) {
      const child = start();
      const end = ended(child);
      const further = aim === 'random' ? 1 + Math.floor(Math.random() * share) : 1;
      // On a busy machine a run may end before it is killed.
      await Promise.race([end, aim === 'line' ? growth(journal, child) : counter.after(further)]);
      child.kill('SIGKILL');
      await end;
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
