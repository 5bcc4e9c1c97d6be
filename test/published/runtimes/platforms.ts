import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { build } from 'esbuild';
import { expect } from 'vitest';
import { launchChromium } from '../../../packages/sandbox/test/chromium.ts';
import { root } from '../../../scripts/package-entries.ts';
import { freePort } from '../../support/free-port.ts';

/** A runtime, and the way to run a program of the published packages in it. */
export interface Platform {
  /** As in the table of packages/core/docs/runtimes.md. */
  readonly name: string;
  /** For the title of a test that is skipped because the runtime is missing; otherwise empty. */
  readonly note: string;
  /** The `user-agent` that a service sees. */
  readonly agent: unknown;
  evaluate(program: Program): Promise<Evaluated>;
}

export interface Program {
  /** Statements before the expression. */
  readonly imports: string;
  /** Its value, awaited, is JSON. */
  readonly expression: string;
  /** Where the files of the program are written. */
  readonly folder: string;
  /** The page of a browser: shown after `serve` got the program. */
  readonly page: { readonly url: string; serve(program: string): void };
  /** Whether a page may read the responses of servers that allow no pages. @defaultValue false */
  readonly readsAll?: boolean | undefined;
  /** After this time, the process is killed. */
  readonly longestMs?: number | undefined;
}

export interface Evaluated {
  readonly value: unknown;
  /** From the result to the end of the process; `Infinity` if it was killed. Workers and pages never end. */
  readonly lingeredMs?: number | undefined;
}

async function bundle(
  contents: string,
  platform: 'node' | 'neutral' | 'browser',
  conditions: readonly string[] | undefined = undefined,
): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: `${root}examples`, loader: 'ts' },
    bundle: true,
    write: false,
    format: 'esm',
    platform,
    ...(conditions && { conditions: [...conditions] }),
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
}

/** The programs of other runtimes: nothing is downloaded for them. */
const pathIn = (variable: string) => process.env[variable] ?? '';
const noteOf = (variable: string) => (pathIn(variable) === '' ? ` (skipped: ${variable} is not set)` : '');
const named = (platform: string) =>
  expect.stringMatching(new RegExp(`^org-core/\\S+ \\(${platform}; \\w+\\)$`));

interface ProcessPlatform {
  readonly path: string;
  readonly note: string;
  readonly flags?: readonly string[] | undefined;
  readonly agent: string;
}

function processPlatform(name: string, { path, note, flags = [], agent }: ProcessPlatform): Platform {
  return {
    name,
    note,
    agent: named(agent),
    async evaluate({ imports, expression, folder, longestMs = 100_000 }) {
      const file = join(folder, `${name.replaceAll(/\W/g, '-')}-${expression.length}.mjs`);
      const print = `console.log(JSON.stringify(await ${expression}));`;
      writeFileSync(file, await bundle(`${imports}\n${print}`, 'node'));
      const env = { ...process.env, NODE_OPTIONS: '' };
      const child = spawn(path, [...flags, file], { env, stdio: 'pipe', timeout: longestMs });
      let printedAt = 0;
      child.stdout.on('data', () => {
        printedAt = performance.now();
      });
      // A program that does not end is also a program that prints nothing more.
      const [stdout, stderr, [code]] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, 'exit'),
      ]);
      if (stdout === '' || (code ?? 0) !== 0) throw new Error(`${name} ended with ${code}: ${stderr}`);
      const lingeredMs = code === null ? Number.POSITIVE_INFINITY : performance.now() - printedAt;
      return { value: JSON.parse(stdout), lingeredMs };
    },
  };
}

/** Those of the bundlers that make workers. */
const workerConditions = ['workerd', 'worker', 'module'];

function workerdPlatform(name: string, flags: readonly string[]): Platform {
  return {
    name,
    note: noteOf('WORKERD_PATH'),
    agent: named('cloudflare-workers'),
    async evaluate({ imports, expression, folder }) {
      const handler = `export default { fetch: async () => Response.json(await ${expression}) };`;
      const port = await freePort();
      const file = join(folder, `worker-${port}`);
      writeFileSync(`${file}.js`, await bundle(`${imports}\n${handler}`, 'neutral', workerConditions));
      writeFileSync(`${file}.capnp`, workerdConfig(`worker-${port}.js`, port, flags));
      const child = spawn(pathIn('WORKERD_PATH'), ['serve', `${file}.capnp`], { stdio: 'ignore' });
      try {
        return { value: JSON.parse(await untilAnswered(`http://127.0.0.1:${port}/`)) };
      } finally {
        child.kill();
      }
    },
  };
}

const chromiumPath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

const chromium: Platform = {
  name: 'a page in Chromium',
  note: existsSync(chromiumPath) ? '' : ` (skipped: no Chromium at ${chromiumPath}; set CHROMIUM_PATH)`,
  agent: expect.stringMatching(/^Mozilla\/\S+ .*Chrome/),
  async evaluate({ imports, expression, page, readsAll }) {
    page.serve(await bundle(`${imports}\nwindow.evaluate = async () => ${expression};`, 'browser'));
    const browser = await launchChromium(...(readsAll ? ['--disable-web-security'] : []));
    try {
      const tab = await browser.newPage();
      await tab.goto(page.url);
      return { value: await tab.evaluate('window.evaluate()') };
    } finally {
      await browser.close();
    }
  },
};

const fromVariable = (variable: string, agent: string): ProcessPlatform => ({
  path: pathIn(variable),
  note: noteOf(variable),
  agent,
});

/** All runtimes that the packages are published for. */
export const platforms: readonly Platform[] = [
  processPlatform('Node 22.12', fromVariable('NODE_22_PATH', 'node/22.12.0')),
  processPlatform('Node 24', { path: process.execPath, note: '', agent: `node/${process.versions.node}` }),
  processPlatform('Node 26', fromVariable('NODE_26_PATH', 'node/26\\.\\S+')),
  processPlatform('Deno', {
    ...fromVariable('DENO_PATH', 'deno/\\S+'),
    flags: ['run', '--allow-net'],
  }),
  processPlatform('Bun', fromVariable('BUN_PATH', 'bun/\\S+')),
  workerdPlatform('workerd', []),
  workerdPlatform('workerd, `nodejs_compat`', ['nodejs_compat']),
  chromium,
];

function workerdConfig(file: string, port: number, flags: readonly string[]): string {
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .worker),
    (name = "internet", network = (allow = ["local", "private"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
const worker :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "${file}")],
  compatibilityDate = "2025-09-01",
  compatibilityFlags = [${flags.map((flag) => `"${flag}"`).join()}],
);`;
}

/** workerd prints nothing when it is ready. */
async function untilAnswered(url: string): Promise<string> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await (await fetch(url)).text();
    } catch (error) {
      if (tries === 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
