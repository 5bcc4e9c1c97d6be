import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type BuildOptions, build, transformSync } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { isLight, publishedPackages, root } from '../../scripts/package-entries.ts';

/**
 * The size of a bundled program with the published packages: minified, gzipped at level 9. Sizes are the
 * same on every machine, so the ceilings are hard. Code beyond a ceiling is made smaller, moves behind its
 * own entry, or argues for another ceiling in docs/decisions/0010.
 */
async function gzipped(program: string, external: readonly string[]): Promise<number> {
  const [code] = await bundle(program, {
    // Optional peers are not in a program that does not install them.
    external: [
      'node:*',
      'html-to-text',
      'osrm-text-instructions',
      ...external.map((path) => path.replace(/^\./, '*')),
    ],
  });
  return code?.gzipped ?? 0;
}

async function bundle(program: string, options: BuildOptions) {
  const { outputFiles, metafile } = await build({
    stdin: { contents: program, resolveDir: `${root}examples` },
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['import', 'module'],
    target: 'es2023',
    external: ['node:*'],
    absWorkingDir: root,
    ...options,
  });
  return (outputFiles ?? []).map(({ path, contents }) => ({
    path,
    isLater: metafile?.outputs[relative(root, path)]?.entryPoint?.includes('/dist/') === true,
    gzipped: gzipSync(contents, { level: 9 }).length,
  }));
}

const kilo = 1_000;
// Core loads these when a call needs them: the first one, and the first that a service throttles.
const ky = './ky.js';
const callParts = './call-parts.js';
const inference = './inference.js';
const coreQuickStart = `export { bearerAuth, createServiceClient, defineOperation, defineService,
  fromEnv, isOrgError, pathSegment, perMinute } from '@org/core';`;
const routingClient = `export { createRoutingClient } from '@org/routing';
  export { openrouteservice } from '@org/routing/openrouteservice';`;
const realtimeClient = `export { createRealtimeClient } from '@org/realtime';`;
const emailClient = `export { createEmailClient } from '@org/email';
  export { plunk } from '@org/email/plunk';`;

describe('what the packages add to a program, minified and gzipped', () => {
  it.each([
    {
      what: 'every name of @org/core, without ky',
      program: `export * from '@org/core';`,
      later: [ky, inference],
      most: 42.7 * kilo,
    },
    {
      what: 'a client of one service, without ky',
      program: coreQuickStart,
      later: [ky, inference],
      most: 40.7 * kilo,
    },
    {
      what: 'the limiter alone',
      program: `export { createLimiter, perMinute } from '@org/core';`,
      later: [ky, callParts, inference],
      most: 12.1 * kilo,
    },
    {
      what: 'a realtime client in a browser, before its first private channel',
      program: realtimeClient,
      later: [
        './private-room.js',
        './presence.js',
        './user-room.js',
        './refetcher.js',
        './diagnose.js',
        './service-errors.js',
      ],
      most: 17.7 * kilo,
    },
    {
      what: 'the React hooks beside a client',
      program: `export * from '@org/realtime/react';`,
      later: ['react', '@org/core'],
      most: 3 * kilo,
    },
    {
      what: 'the Pusher class beside a client',
      program: `export * from '@org/realtime/pusher-compat';`,
      later: ['@org/realtime'],
      most: 4.2 * kilo,
    },
    {
      what: 'the Vue composables beside a client',
      program: `export * from '@org/realtime/vue';`,
      later: ['vue', '@org/core'],
      most: 3 * kilo,
    },
    {
      what: 'the Svelte stores beside a client',
      program: `export * from '@org/realtime/svelte';`,
      later: ['@org/core'],
      most: 3 * kilo,
    },
  ])('$what', async ({ program, later, most }) => {
    expect(await gzipped(program, later)).toBeLessThanOrEqual(most);
  });

  it.each([
    { what: 'a client of one service, all in', program: coreQuickStart, most: 51.8 * kilo },
    { what: 'an email client, all in', program: emailClient, most: 104.8 * kilo },
    { what: 'a realtime client in a browser, all in', program: realtimeClient, most: 41 * kilo },
    { what: 'routing with one driver, all in', program: routingClient, most: 96.1 * kilo },
  ])('$what', async ({ program, most }) => {
    expect(await gzipped(program, [])).toBeLessThanOrEqual(most);
  });

  it('a client of one service before its first call, where the bundler splits', async () => {
    const files = await bundle(coreQuickStart, { splitting: true, outdir: `${root}out` });
    const now = files.filter(({ isLater }) => !isLater);
    expect(files.length - now.length).toBe(3);
    expect(now.reduce((sum, file) => sum + file.gzipped, 0)).toBeLessThanOrEqual(29.9 * kilo);
  });

  it('the first encrypted channel of a realtime client, where the bundler splits', async () => {
    const files = await bundle(realtimeClient, { splitting: true, outdir: `${root}out` });
    const sizes = files.filter(({ path }) => /encrypted-inbound/.test(path)).map(({ gzipped }) => gzipped);
    expect(sizes).toHaveLength(1);
    expect(sizes[0]).toBeLessThanOrEqual(6.6 * kilo);
  });

  it('what an entry of core brings without the engine stays small', async () => {
    const small = ['@org/core/webhooks', '@org/core/log', '@org/core/paging', '@org/core/node'];
    const known = publishedPackages().flatMap(({ entries }) => entries.map(({ specifier }) => specifier));
    for (const specifier of small.filter((name) => known.includes(name)))
      expect(await gzipped(`export * from '${specifier}';`, [ky])).toBeLessThanOrEqual(8.8 * kilo);
  });
});

describe('what Node loads of a product for an import, beside core', () => {
  // Loading a file takes about as long as compiling thirty thousand characters of it; zod alone has as many.
  const most: Readonly<Record<string, number>> = {
    '@org/email': 24.9 * kilo,
    '@org/email/driver': 38.9 * kilo,
    // Readers of posts, static because a verification is due at once; MIME loads with the first mail.
    '@org/email/brevo/inbound': 7.9 * kilo,
    '@org/email/mailgun/inbound': 11.8 * kilo,
    '@org/email/mailersend/inbound': 7 * kilo,
    '@org/email/mailjet/inbound': 7.7 * kilo,
    '@org/email/mailtrap/inbound': 10.3 * kilo,
    '@org/email/postmark/inbound': 7.8 * kilo,
    '@org/email/resend/inbound': 8.5 * kilo,
    '@org/email/sendgrid/inbound': 14.7 * kilo,
    '@org/email/ses/inbound': 5.8 * kilo,
    // Stores, errors and places of an own driver as tables.
    '@org/email/tables': 12.6 * kilo,
    '@org/routing/tables': 10.3 * kilo,
    // Static: who imports a fail-over opens one.
    '@org/email/failover': 12.5 * kilo,
    // A table is refused when it is made: its names and places are known before the first call.
    '@org/email/generic': 8.5 * kilo,
    // A mail of nodemailer as a message with checked contents, and a result as its info.
    '@org/email/nodemailer': 16.7 * kilo,
    // The writer of mails, for drivers.
    '@org/email/mime': 15.6 * kilo,
    '@org/email/smtp': 18.2 * kilo,
    // Channels, connection, users and gaps in one file; what some programs need is loaded later.
    '@org/realtime': 78.2 * kilo,
    // The same with all parts: bundlers take those that a program names (programs.test.ts).
    '@org/realtime/light': 150 * kilo,
    // The same client, and a socket that translates between two protocols.
    '@org/realtime/centrifugo': 95 * kilo,
    '@org/realtime/node': 7.3 * kilo,
    // Eleven hooks, the client not among them: 2.3 kB gzipped.
    '@org/realtime/react': 9.4 * kilo,
    // The interface of another library: four classes of its methods, and its options.
    '@org/realtime/pusher-compat': 13.8 * kilo,
    '@org/realtime/svelte': 7.3 * kilo,
    '@org/realtime/vue': 9.4 * kilo,
    // With the handlers of its endpoints; its calls, tokens and webhooks load with the first of them.
    '@org/realtime/server': 28.4 * kilo,
    // Negotiation, positions, each serial, what waits: none of it in a client without the option.
    '@org/realtime/recovery': 23.6 * kilo,
    '@org/realtime/shared-socket': 23.3 * kilo,
    // Separate functions: bundlers take those that a program names.
    '@org/realtime/codecs': 14.3 * kilo,
    '@org/routing': 17.8 * kilo,
    '@org/routing/embedded': 11.3 * kilo,
    '@org/routing/openrouteservice': 6.8 * kilo,
    '@org/routing/valhalla': 6.3 * kilo,
    '@org/routing/stadia': 6.2 * kilo,
    '@org/routing/osrm': 7.8 * kilo,
    '@org/routing/failover': 13.3 * kilo,
    // Two sets of capabilities, plans, and the table of credits.
    '@org/routing/graphhopper': 7.8 * kilo,
    // All that the built-in drivers share, in separate functions: bundlers take those that a driver names.
    '@org/routing/driver': 23.2 * kilo,
    // The preset and the driver that it sets.
    '@org/routing/mapbox': 9.1 * kilo,
    // Pure functions: bundlers take those that a program names.
    '@org/routing/results': 34.1 * kilo,
    '@org/routing/picture': 34.5 * kilo,
    // Separate functions; parsers of tables, of JSON and of markup load with the first file of their kind.
    '@org/routing/files': 19.9 * kilo,
  };
  const entries = publishedPackages()
    .filter(({ name }) => name !== 'core' && name !== 'sandbox')
    .flatMap(({ entries }) => entries)
    .filter(({ specifier }) => !specifier.endsWith('/testing'));

  // Light entries share one file: import-size.test.ts, and programs.test.ts for bundlers.
  const alone = entries.filter(({ specifier }) => !isLight(specifier));

  it.each(alone)('$specifier is one small file', ({ specifier, built }) => {
    const text = readFileSync(built, 'utf8');
    expect(text.match(/(?:\bfrom|\bimport)\s*"\.[^"]*"/g) ?? []).toEqual([]);
    // The files are published readable. Layout costs no measurable time to load; only code counts.
    const { code } = transformSync(text, { format: 'esm', minifyWhitespace: true, minifySyntax: true });
    expect(code.length).toBeLessThanOrEqual(most[specifier] ?? 5.3 * kilo);
  });
});
