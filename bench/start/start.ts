import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { publishedPackages } from '../../scripts/package-entries.ts';
import { startChild } from '../child.ts';
import type { Progress, Section } from '../report.ts';
import { median } from '../statistics.ts';

const rounds = 41;

/**
 * The time that importing each entry adds to a bare Node, and the time from process start to the first
 * response.
 */
export async function measureStart(progress: Progress): Promise<Section> {
  await using server = await startChild<number>('http/server.ts');
  const origin = `http://127.0.0.1:${server.first}`;
  const imports = publishedPackages()
    .filter(({ name }) => name !== 'sandbox')
    .flatMap(({ entries }) => entries)
    .filter(({ specifier }) => !specifier.endsWith('/testing'))
    .map(
      ({ specifier, built }) => [`import ${specifier}`, `await import(${JSON.stringify(built)})`] as const,
    );
  const scripts = new Map<string, string>([
    ['bare Node', ''],
    ...imports,
    ['first call: fetch', `await (await fetch('${origin}/get')).json()`],
    ['first call: ky', `const { default: ky } = await import('ky'); await ky('${origin}/get').json()`],
    ['first call: @org/core on fetch', firstCall(origin, '')],
    [
      'first call: @org/core on node:http',
      firstCall(origin, `{ transport: (await import('@org/core/node')).createNodeTransport() }`),
    ],
    ['first mail: @org/email, resend()', firstMail(origin, '@org/email', '@org/email/resend')],
    ['first mail: @org/email/resend/send', firstMail(origin, '@org/email/resend/send')],
  ]);
  const times = new Map<string, number[]>([...scripts.keys()].map((name) => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    progress(`start: round ${round} of ${rounds}`);
    for (const [name, script] of scripts) {
      const tookMs = await run(script);
      // The first round is for the disk.
      if (round > 0) times.get(name)?.push(tookMs);
    }
  }
  const medians = new Map([...times].map(([name, each]) => [name, median(each)]));
  const bareMs = medians.get('bare Node') ?? Number.NaN;
  return {
    title: 'Start: milliseconds from nothing to the end of the script',
    columns: ['script', 'in all', 'more than bare Node'],
    rows: [...medians].map(([name, ms]) => [name, ms.toFixed(1), (ms - bareMs).toFixed(1)]),
    data: Object.fromEntries(medians),
  };
}

function firstCall(origin: string, options: string): string {
  return `const { createServiceClient, noAuth } = await import('@org/core');
    const service = { name: 'bench', baseUrl: '${origin}', auth: noAuth() };
    const client = createServiceClient(service, ${options || '{}'});
    (await client.request({ method: 'GET', path: '/get' })).json();`;
}

/** A mail over `fetch` from a client of this entry, with the driver of its own or of another one. */
function firstMail(origin: string, entry: string, ofDriver = entry): string {
  return `const { createEmailClient } = await import('${entry}');
    const { resend } = await import('${ofDriver}');
    const fetch = async () => new Response('{"id":"a"}');
    const driver = resend({ apiKey: 'k', baseUrl: '${origin}' });
    const email = createEmailClient({ driver, runtime: { fetch } });
    await email.send({ from: 'a@acme.dev', to: 'b@example.com', subject: 'Hi', text: 'Hi' });`;
}

async function run(script: string): Promise<number> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, ['--input-type=module', '-e', `${script}; process.exit()`], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PATH: process.env['PATH'] },
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`A script ended with ${code}:\n${script}`);
  return performance.now() - startedAt;
}
