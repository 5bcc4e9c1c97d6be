import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../../../../test/support/free-port.ts';

/** A command with its arguments, and how long it may take. */
interface Command {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly timeoutMs?: number;
}

/** Runs a command to its end and returns its output. Rejects with the end of the output if it fails. */
export async function run({ command, args, timeoutMs = 60_000, ...options }: Command): Promise<string> {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'], timeout: timeoutMs });
  const output = collectOutput(child);
  const [code, signal] = await once(child, 'close');
  if (code === 0) return output();
  throw new Error(`${command} ended with ${signal ?? code}: ${output().slice(-400)}`);
}

/** A server of an engine on loopback. */
export interface PeerServer {
  readonly url: string;
  /** Ends the process that was started, and no other. */
  readonly close: () => Promise<void>;
}

/** Starts a server, on a free port unless one is given, and waits until it accepts requests. */
export async function startServer(
  {
    command,
    args,
    timeoutMs = 60_000,
    port: givenPort,
    ...options
  }: Omit<Command, 'args'> & {
    readonly args: (port: number) => readonly string[];
    readonly port?: number | undefined;
  },
  readyPath: string,
): Promise<PeerServer> {
  const port = givenPort ?? (await freePort());
  const child = spawn(command, args(port), { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = collectOutput(child);
  const killNow = () => void child.kill('SIGKILL');
  process.once('exit', killNow);
  const close = async () => {
    process.removeListener('exit', killNow);
    await end(child);
  };
  const url = `http://127.0.0.1:${port}`;
  try {
    await waitUntilReady(child, `${url}${readyPath}`, timeoutMs);
  } catch (error) {
    await close();
    throw new Error(`${command} did not start: ${output().slice(-400)}`, { cause: error });
  }
  return { url, close };
}

async function waitUntilReady(child: ChildProcess, url: string, timeoutMs: number): Promise<void> {
  const startedAt = performance.now();
  while (performance.now() - startedAt < timeoutMs) {
    if (hasEnded(child)) throw new Error(`The process ended with ${child.signalCode ?? child.exitCode}.`);
    const status = await statusOf(url).catch(() => 500);
    // An answer while the process ends is another server's.
    if (status < 500 && !hasEnded(child)) return;
    await sleep(50);
  }
  throw new Error(`No response within ${timeoutMs} ms.`);
}

async function statusOf(url: string): Promise<number> {
  const response = await fetch(url, { signal: AbortSignal.timeout(5_000) });
  await response.arrayBuffer();
  return response.status;
}

async function end(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 5_000);
  await ended;
  clearTimeout(timer);
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null || child.pid === undefined;
}

function collectOutput(child: ChildProcess): () => string {
  let output = '';
  const append = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-20_000);
  };
  child.stdout?.on('data', append);
  child.stderr?.on('data', append);
  child.on('error', (error) => append(Buffer.from(error.message)));
  return () => output;
}
