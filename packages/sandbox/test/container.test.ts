import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const file = readFileSync(pathOf('../Dockerfile'), 'utf8');
const isRoot = process.getuid?.() === 0;
/** As `USER node`: it may write into its data folder and the temporary one. */
const user = isRoot ? { uid: 1000, gid: 1000 } : {};

const folder = mkdtempSync(join(tmpdir(), 'sandbox-container-'));
const data = join(folder, 'data');
mkdirSync(data);
chmodSync(folder, 0o755);
if (isRoot) chownSync(data, 1000, 1000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The list of an instruction in its JSON form. */
const instruction = (name: string): string[] => {
  const [, list = '[]'] = new RegExp(`^${name}.*?(\\[.*\\])$`, 'm').exec(file) ?? [];
  return JSON.parse(list);
};

/** `sandbox` of the image, with the data folder of this test in place of `/data`. */
function sandbox(args: readonly string[]) {
  const own = args.map((arg) => (arg === '/data' ? data : arg));
  const child = spawn(process.execPath, ['--conditions=@org/source', pathOf('../src/bin.ts'), ...own], {
    ...user,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'], XDG_RUNTIME_DIR: data, HOME: data },
  });
  return { child, exit: once(child, 'exit'), output: text(child.stdout) };
}

it('the guide shows the file of the image', () => {
  expect(readFileSync(pathOf('../docs/containers.md'), 'utf8')).toContain(`\`\`\`dockerfile\n${file}\`\`\``);
});

it.each([
  ['its commands start, report health and end when told to, as a user without rights', []],
  ['without the page they report health too', ['--no-page']],
])('%s', async (_name, further) => {
  const [, ...health] = instruction('HEALTHCHECK');
  expect([instruction('ENTRYPOINT'), health]).toEqual([['sandbox'], ['status']]);
  expect((await sandbox(health).exit)[0]).toBe(1);
  const ports = ['page', 'mail', 'smtp', 'realtime'].map((name) => `--${name}-port=0`);
  const running = sandbox([
    ...instruction('CMD'),
    ...ports.slice(further.length),
    '--no-routing',
    ...further,
  ]);
  try {
    const isHealthy = async () => (await sandbox(health).exit)[0];
    await expect.poll(isHealthy, { timeout: 45_000, interval: 500 }).toBe(0);
    running.child.kill('SIGTERM');
    // As `docker stop` does.
    const hangs = setTimeout(() => running.child.kill('SIGKILL'), 10_000);
    expect(await running.exit.finally(() => clearTimeout(hangs))).toEqual([0, null]);
    const page = /http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{24} /;
    expect(page.test(await running.output)).toBe(further.length === 0);
  } finally {
    running.child.kill('SIGKILL');
  }
  const files = readdirSync(data).filter((name) => name.includes('sqlite'));
  expect(files).not.toEqual([]);
  if (isRoot) expect(files.map((name) => statSync(join(data, name)).uid)).toEqual(files.map(() => 1000));
});
