import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { type OutputChunk, rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unpackPackages } from '../support/unpacked.ts';

/**
 * Whole programs in one file, minified and gzipped, in thousands of bytes: what a worker, a function or a
 * script tag pays. `most` is of esbuild, `mostRolldown` of rolldown, which keeps what it loads of core; of
 * workers, which get the static form, and of programs without its conditions.
 */
interface Program {
  readonly what: string;
  readonly text: string;
  readonly most: number;
  readonly mostRolldown: number;
  readonly mostInPage?: number;
  readonly mostInPageRolldown?: number;
}

const kilo = 1_000;
const send = `send({ from: 'a@acme.dev', to: 'b@example.com', subject: 'Hi', html: '<p>Hi</p>' })`;
const full = (name: string, options = '') => `import { createEmailClient } from '@org/email';
  import { ${name} } from '@org/email/${name}';
  console.log(await createEmailClient({ driver: ${name}(${options}) }).${send});`;
const light = (name: string, options = '') => `
  import { createEmailClient, ${name} } from '@org/email/${name}/send';
  console.log(await createEmailClient({ driver: ${name}(${options}) }).${send});`;
const worker = (imports: string, use: string) => `${imports}
  const email = createEmailClient({ driver: resend(), ${use} });
  const handle = email.webhooks.handler(async (events) => console.log(events));
  export default { fetch: async (request) =>
    request.method === 'POST' ? handle(request) : Response.json(await email.${send}) };`;
const directions = (name: string, options = '') => `
  import { createRoutingClient, ${name} } from '@org/routing/${name}/directions';
  const routing = createRoutingClient({ driver: ${name}(${options}) });
  console.log(await routing.directions({ profile: 'driving', waypoints: [[8, 49], [9, 50]] }));`;
const get = (from: string) => `import { bearerAuth, fromEnv } from '@org/core';
  import { createServiceClient } from '${from}';
  const auth = bearerAuth();
  const credential = fromEnv('ACME_API_KEY');
  const acme = createServiceClient({ name: 'acme', baseUrl: 'https://api.acme.dev', auth, credential });
  console.log((await acme.request({ method: 'GET', path: '/v1/resources' })).json());`;

const channel = (from: string, parts = '', use = '') => `
  import { createRealtimeClient${parts} } from '${from}';
  const realtime = createRealtimeClient({ key: 'k', host: 'h.dev'${use} });
  for await (const event of realtime.subscribe('orders').events('paid')) console.log(event);`;

const programs: readonly Program[] = [
  {
    what: 'send, resend()',
    text: full('resend'),
    most: 102.3,
    mostRolldown: 100.1,
    mostInPage: 104.3,
    mostInPageRolldown: 101.7,
  },
  {
    what: 'send, resend() that only sends',
    text: light('resend'),
    most: 46.9,
    mostRolldown: 45.9,
    mostInPage: 47.6,
    mostInPageRolldown: 47.4,
  },
  {
    what: 'send, plunk()',
    text: full('plunk'),
    most: 100.8,
    mostRolldown: 98.5,
    mostInPage: 102.6,
    mostInPageRolldown: 100.2,
  },
  {
    what: 'send, plunk() that only sends',
    text: light('plunk'),
    most: 49.9,
    mostRolldown: 48.8,
    mostInPage: 50.6,
    mostInPageRolldown: 50.5,
  },
  {
    what: 'send, smtp()',
    text: full('smtp', `{ host: 'h.dev' }`),
    most: 84.3,
    mostRolldown: 82.4,
    mostInPage: 86.2,
    mostInPageRolldown: 85.4,
  },
  {
    what: 'send, smtp() that only sends',
    text: light('smtp', `{ host: 'h.dev' }`),
    most: 53.6,
    mostRolldown: 52.5,
    mostInPage: 54.2,
    mostInPageRolldown: 55.2,
  },
  {
    what: 'send and webhook, a worker',
    text: worker(
      `import { createEmailClient } from '@org/email'; import { resend } from '@org/email/resend';`,
      '',
    ),
    most: 102.4,
    mostRolldown: 100.1,
    mostInPage: 104.4,
    mostInPageRolldown: 101.8,
  },
  {
    what: 'send and webhook, a worker with the part',
    text: worker(
      `import { createEmailClient, resend, webhooks } from '@org/email/resend/send';`,
      'use: webhooks',
    ),
    most: 52.4,
    mostRolldown: 51.4,
    mostInPage: 53.1,
    mostInPageRolldown: 52.7,
  },
  {
    what: 'directions, openrouteservice()',
    text: `import { createRoutingClient } from '@org/routing';
      import { openrouteservice } from '@org/routing/openrouteservice';
      const routing = createRoutingClient({ driver: openrouteservice() });
      console.log(await routing.directions({ profile: 'driving', waypoints: [[8, 49], [9, 50]] }));`,
    most: 91.5,
    mostRolldown: 90.1,
    mostInPage: 94.4,
    mostInPageRolldown: 92.5,
  },
  {
    what: 'directions, openrouteservice(), light',
    text: directions('openrouteservice'),
    most: 55.8,
    mostRolldown: 54.9,
    mostInPage: 56.6,
    mostInPageRolldown: 56.5,
  },
  {
    what: 'directions, valhalla(), light',
    text: directions('valhalla', `{ baseUrl: 'https://h.dev' }`),
    most: 59.3,
    mostRolldown: 58.2,
    mostInPage: 60,
    mostInPageRolldown: 59.9,
  },
  {
    what: 'directions and a matrix, openrouteservice(), light with the part',
    text: `import { createRoutingClient, matrix, openrouteservice }
        from '@org/routing/openrouteservice/directions';
      const routing = createRoutingClient({ driver: openrouteservice(), use: matrix });
      const places = [[8, 49], [9, 50]];
      console.log(await routing.directions({ profile: 'driving', waypoints: places }));
      console.log(await routing.matrix({ profile: 'driving', origins: places }));`,
    most: 60.4,
    mostRolldown: 59.4,
    mostInPage: 61.1,
    mostInPageRolldown: 60.9,
  },
  {
    what: 'one GET',
    text: get('@org/core'),
    most: 49,
    mostRolldown: 48.2,
    mostInPage: 50.4,
    mostInPageRolldown: 49.4,
  },
  {
    what: 'one GET, light',
    text: get('@org/core/light'),
    most: 28.6,
    mostRolldown: 28.1,
    mostInPage: 29.3,
    mostInPageRolldown: 29.6,
  },
  {
    what: 'realtime, one public channel',
    text: channel('@org/realtime'),
    most: 37.8,
    mostRolldown: 37.1,
    mostInPage: 41.1,
    mostInPageRolldown: 40.1,
  },
  {
    what: 'realtime, one public channel, light',
    text: channel('@org/realtime/light'),
    most: 18.1,
    mostRolldown: 17.8,
  },
  {
    what: 'realtime with private and presence channels and users, light',
    text: channel(
      '@org/realtime/light',
      ', presence, privateChannels, users',
      ', use: [presence, privateChannels, users]',
    ),
    most: 25.1,
    mostRolldown: 24.5,
  },
];

const isExternal = (path: string) => path.startsWith('node:') || path === 'html-to-text';
const gzipped = (code: string | Uint8Array) => gzipSync(code, { level: 9 }).length / kilo;

/** With the packages as they are published. */
let folder: string;

beforeAll(async () => {
  folder = await unpackPackages();
}, 300_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function withEsbuild(contents: string, conditions: readonly string[]): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: folder },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: [...conditions, 'import', 'module'],
    target: 'es2023',
    // An optional peer is not in a program that does not install it.
    external: ['node:*', 'html-to-text'],
  });
  return gzipped(outputFiles[0]?.contents ?? '');
}

async function withRolldown(contents: string, conditions: readonly string[]): Promise<number> {
  const entry = join(folder, 'program.js');
  const bundle = await rolldown({
    input: entry,
    // Not one that stands above the temporary folder.
    tsconfig: false,
    external: isExternal,
    logLevel: 'silent',
    platform: 'neutral',
    resolve: {
      mainFields: ['module', 'main'],
      conditionNames: [...conditions, 'import', 'module', 'default'],
    },
    plugins: [
      {
        name: 'program',
        resolveId: (path) => (path === entry ? path : undefined),
        load: (path) => (path === entry ? contents : undefined),
      },
    ],
  });
  const { output } = await bundle.generate({ format: 'esm', minify: true, codeSplitting: false });
  await bundle.close();
  const chunks = output.filter((file): file is OutputChunk => file.type === 'chunk');
  // Rolldown also writes a file for an `import()` that nothing reaches any more.
  const used = new Set(chunks.filter(({ isEntry }) => isEntry));
  for (const { imports, dynamicImports } of used)
    for (const chunk of chunks) if ([...imports, ...dynamicImports].includes(chunk.fileName)) used.add(chunk);
  return gzipped([...used].map(({ code }) => code).join(''));
}

describe.each([
  { where: 'a worker', conditions: ['workerd', 'worker'] },
  { where: 'a page', conditions: [] },
])('a program in one file, with esbuild and with rolldown, for $where', ({ conditions }) => {
  it.each(programs)('$what', async ({ text, ...limits }) => {
    const isStatic = conditions.length > 0;
    const most = isStatic ? limits.most : (limits.mostInPage ?? limits.most);
    const mostRolldown = isStatic ? limits.mostRolldown : (limits.mostInPageRolldown ?? limits.mostRolldown);
    const esbuild = await withEsbuild(text, conditions);
    const rolldown = await withRolldown(text, conditions);
    const sizes = [esbuild, rolldown].map((size) => Number(size.toFixed(1)));
    expect({ sizes, isWithin: [(sizes[0] ?? 0) <= most, (sizes[1] ?? 0) <= mostRolldown] }).toMatchObject({
      isWithin: [true, true],
    });
  });
});
