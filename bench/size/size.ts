import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import type { Progress, Section } from '../report.ts';

const service = `export { bearerAuth, createServiceClient, defineOperation, defineService, fromEnv,
  isOrgError, pathSegment, perMinute } from '@org/core'`;
const cockatiel = `export { circuitBreaker, ConsecutiveBreaker, ExponentialBackoff, handleAll, retry, timeout,
  wrap } from 'cockatiel'`;

/** The imports of a program that uses a package: only the needed names, if the package can be split. */
const programs: Readonly<Record<string, string>> = {
  '@org/core, a client of one service, ky in it': service,
  '@org/core/light, a client of one service': `export { bearerAuth, fromEnv } from '@org/core';
    export { createServiceClient } from '@org/core/light'`,
  '@org/core, the limiter alone': `export { createLimiter, perMinute } from '@org/core'`,
  '@org/core, the breaker alone': `export { createBreaker } from '@org/core/resilience'`,
  '@org/email, resend()': `export { createEmailClient } from '@org/email';
    export { resend } from '@org/email/resend'`,
  '@org/email/resend/send': `export { createEmailClient, resend } from '@org/email/resend/send'`,
  '@org/email/postmark/send': `export { createEmailClient, postmark } from '@org/email/postmark/send'`,
  "resend's own SDK": `export { Resend } from 'resend'`,
  "Postmark's own SDK": `export { ServerClient } from 'postmark'`,
  '@org/routing, directions with openrouteservice': `export { createRoutingClient } from '@org/routing';
    export { openrouteservice } from '@org/routing/openrouteservice'`,
  '@org/routing, the light entry': `export { createRoutingClient, openrouteservice } from
    '@org/routing/openrouteservice/directions'`,
  'openrouteservice-js': `export { default } from 'openrouteservice-js'`,
  '@routingjs/ors': `export { ORS } from '@routingjs/ors'`,
  ky: `export { default } from 'ky'`,
  axios: `export { default } from 'axios'`,
  ofetch: `export { ofetch } from 'ofetch'`,
  bottleneck: `export { default } from 'bottleneck'`,
  'p-queue': `export { default } from 'p-queue'`,
  'p-throttle': `export { default } from 'p-throttle'`,
  limiter: `export { RateLimiter } from 'limiter'`,
  'rate-limiter-flexible': `export { RateLimiterMemory } from 'rate-limiter-flexible'`,
  'cockatiel, retry and breaker': cockatiel,
  'ky, bottleneck and cockatiel together': `export { default as ky } from 'ky';
    export { default as Bottleneck } from 'bottleneck'; ${cockatiel}`,
};

/** Sizes in a browser's bundle: minified by esbuild, gzipped at level 9. The same on every machine. */
export async function measureSize(progress: Progress): Promise<Section> {
  const sizes = new Map<string, { readonly minified: number; readonly gzipped: number }>();
  for (const [name, program] of Object.entries(programs)) {
    progress(`size: ${name}`);
    sizes.set(name, await sizeOf(program));
  }
  return {
    title: 'Size: what a bundle pays',
    columns: ['program', 'minified', 'and gzipped'],
    rows: [...sizes].map(([name, { minified, gzipped }]) => [name, kilo(minified), kilo(gzipped)]),
    data: Object.fromEntries(sizes),
  };
}

async function sizeOf(program: string) {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2023',
    // An optional peer is not in a program that does not install it.
    external: ['node:*', 'html-to-text'],
  });
  const code = outputFiles[0]?.contents ?? new Uint8Array();
  return { minified: code.length, gzipped: gzipSync(code, { level: 9 }).length };
}

const kilo = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
