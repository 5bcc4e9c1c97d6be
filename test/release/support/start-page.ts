import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { root } from '../../../scripts/package-entries.ts';
import { freePort } from '../../support/free-port.ts';
import type { Newcomer } from './newcomer.ts';

/** A block of a page: a file to write, or lines for a shell. */
interface Step {
  readonly code: string;
  /** The path of the file that the block is. */
  readonly file: string | undefined;
  /** The port of the server that the block starts. */
  readonly serves: string | undefined;
  readonly isShell: boolean;
}

export interface StartPage {
  readonly name: string;
  readonly text: string;
  readonly steps: readonly Step[];
}

export const startPages: readonly StartPage[] = globSync('packages/core/docs/start-*.md', { cwd: root })
  .sort()
  .map((path) => {
    const text = readFileSync(root + path, 'utf8');
    const blocks = [...text.matchAll(/^```(\w+)(.*)\n([\s\S]*?)^```$/gm)];
    const steps = blocks.map(([, language, notes = '', code = '']) => ({
      code,
      file: /file=(\S+)/.exec(notes)?.[1],
      serves: /serve=(\d+)/.exec(notes)?.[1],
      isShell: language === 'sh',
    }));
    return { name: path.replace(/^.*\/start-|\.md$/g, ''), text, steps };
  });

/** The pages whose end is in a browser. That of the others is a mail. */
export const browserPages: readonly string[] = ['laravel', 'svelte', 'vite-react', 'vue'];

export interface FollowOptions {
  /** What a person does where a page's server is ready, before its next block: opens it in a browser. */
  readonly open?: (url: string) => Promise<void>;
  /** Files that the page takes for granted. */
  readonly files?: Readonly<Record<string, string>> | undefined;
  /** A line instead of those that begin with `php`, which is not here. */
  readonly php?: string | undefined;
}

/**
 * Does what a page says, block by block. The ports of the page give way to free ones, also those of the
 * sandbox. Resolves with the URL of the sandbox's page.
 */
export async function follow(
  { steps }: StartPage,
  newcomer: Newcomer,
  { open, files = {}, php }: FollowOptions,
): Promise<string> {
  const { folder, home, sh } = newcomer;
  // A response with an error ends a test where it came.
  writeFileSync(join(home, '.curlrc'), 'fail-with-body\nsilent\n');
  const ports = new Map<string, string>();
  for (const { serves } of steps) if (serves !== undefined) ports.set(serves, String(await freePort()));
  const adapt = (text: string) => text.replaceAll(/\d+/g, (number) => ports.get(number) ?? number);
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), adapt(text));
  };
  let sandbox = '';

  for (const [path, text] of Object.entries(files)) write(path, text);
  for (const { file, serves, isShell, code } of steps) {
    if (file !== undefined) {
      write(file, code);
    } else if (serves !== undefined) {
      const port = Number(ports.get(serves));
      await serve(adapt(code), port, newcomer);
      await open?.(`http://localhost:${port}/`);
    } else if (isShell) {
      for (const line of linesOf(code)) {
        await sh(adapt(php !== undefined && line.startsWith('php ') ? php : line));
        if (!line.includes('@org/sandbox up')) continue;
        const status = JSON.parse(await sh('npx @org/sandbox status --json'));
        onTestFinished(() => void process.kill(status.pid));
        sandbox = status.page.url;
        ports.set('8025', new URL(sandbox).port);
        if (status.realtime) ports.set('6001', String(status.realtime.port));
        if (status.routing) ports.set('8002', new URL(status.routing.url).port);
      }
    }
  }
  return sandbox;
}

const linesOf = (code: string): readonly string[] =>
  code
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .map((line) => line.replace(/\s+#.*$/, ''))
    .filter((line) => line !== '');

/** Starts a server that ends with the test, and waits until its port takes connections. */
async function serve(command: string, port: number, { folder, env }: Newcomer): Promise<void> {
  const child = spawn('sh', ['-c', command], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  const exit = once(child, 'exit');
  onTestFinished(async () => {
    if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
    await exit;
  });
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error(`The server ended:\n${output}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect({ host: 'localhost', port });
  const isOpen = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isOpen;
}
