import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { publishedPackages } from '../../scripts/package-entries.ts';
import { run } from '../../scripts/run.ts';
import { alone, createProject, installWithNpm } from './support/project.ts';

const { versions } = inject('releases').minor;
const compilers = ['5.2.2', '5.3.3', '5.4.5', '5.5.4', '5.6.3', '5.7.3', '5.8.3', '5.9.3', '6.0.3', '7.0.2'];
const entries = publishedPackages()
  .filter(({ name }) => name !== 'sandbox')
  .flatMap(({ entries }) => entries.map(({ specifier }) => specifier))
  // For an optional peer.
  .filter((specifier) => !/\/(?:opentelemetry|react|vue)$/.test(specifier));

/** A call of each product, and its result by its type. */
const program = `
import { createEmailClient, type EmailMessage } from '@org/email';
import { plunk } from '@org/email/plunk';
import { createRoutingClient } from '@org/routing';
import { valhalla } from '@org/routing/valhalla';
import { createRealtimeClient } from '@org/realtime';

const message: EmailMessage = { from: 'a@acme.dev', to: 'b@example.com', subject: 'Hi', html: '<p>Hi</p>' };
const email = createEmailClient({ driver: plunk() });
const routing = createRoutingClient({ driver: valhalla({ baseUrl: 'https://maps.acme.dev' }) });
export const status: Promise<string | undefined> = email
  .send(message)
  .then(({ outcomes }) => outcomes[0]?.status);
export const metres: Promise<number | undefined> = routing
  .directions({ profile: 'driving', waypoints: [[9.52, 47.14], [9.51, 47.16]] })
  .then(({ routes }) => routes[0]?.distanceMeters);
// @ts-expect-error: plunk does not send later
email.send({ from: 'a@acme.dev', to: 'b@example.com', subject: 'Hi', html: 'Hi', sendAt: new Date() });
// @ts-expect-error: plunk has no such method
email.noSuchThing();
export const realtime = createRealtimeClient({ key: 'app-key', cluster: 'eu' });
`;

const resolutions = {
  nodenext: { module: 'nodenext', moduleResolution: 'nodenext' },
  bundler: { module: 'esnext', moduleResolution: 'bundler' },
};

describe('types of the published packages', () => {
  let project: string;

  beforeAll(async () => {
    const names = ['@org/core', '@org/email', '@org/routing', '@org/realtime'];
    const dependencies = {
      ...Object.fromEntries(names.map((name) => [name, versions[name]])),
      ...Object.fromEntries(compilers.map((version) => [`ts-${version}`, `npm:typescript@${version}`])),
    };
    const compilerOptions = {
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: false,
      noEmit: true,
      target: 'es2022',
      lib: ['es2022', 'dom', 'dom.iterable'],
      types: [],
    };
    const configs = Object.entries(resolutions).map(([name, options]) => [
      `${name}.json`,
      { compilerOptions: { ...compilerOptions, ...options }, files: ['program.ts', 'entries.ts'] },
    ]);
    project = createProject({
      'package.json': { private: true, type: 'module', dependencies },
      'program.ts': program,
      'entries.ts': entries.map((name, at) => `export * as m${at} from '${name}';\n`).join(''),
      ...Object.fromEntries(configs),
    });
    await installWithNpm(project);
  });

  afterAll(() => rmSync(project, { recursive: true, force: true }));

  // Between the oldest and the three newest, what resolves one way resolves the other.
  const resolutionsOf = (version: string) =>
    [compilers[0], ...compilers.slice(-3)].includes(version) ? Object.keys(resolutions) : ['nodenext'];

  describe.each(compilers)('TypeScript %s', (version) => {
    it.each(resolutionsOf(version))('%s', async (resolution) => {
      const tsc = join(project, 'node_modules', `ts-${version}`, 'bin', 'tsc');
      const options = { cwd: project, env: alone };
      expect(await run(process.execPath, [tsc, '-p', `${resolution}.json`], options)).toBe('');
    });
  });
});
