import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { platformSupport } from '@org/routing/embedded';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { standIns } from '../../../packages/email/test/light/stand-ins.ts';
import { prepareTown } from '../../../packages/sandbox/src/map/prepare.ts';
import { type RoutingService, startRoutingService } from '../../../packages/sandbox/src/routing/service.ts';
import { platforms } from '../runtimes/platforms.ts';
import { startHost } from './host.ts';
import type { Surroundings } from './program.ts';
import type { Report } from './suite-runner.ts';

const programPath = fileURLToPath(new URL('program.ts', import.meta.url));
const tested = ['Node 24', 'Deno', 'Bun', 'workerd', 'a page in Chromium'];
// Forms in parts, a key of elliptic curves, and signed requests: what runtimes differ in.
const everywhere = ['mailgun', 'sendgrid', 'ses'];
const others = Object.keys(standIns).filter((name) => !everywhere.includes(name));
/** Node passes all contracts in packages/email/test/light; here each runtime passes those of some. */
const servicesOf = (platform: string) => [
  ...everywhere,
  ...others.filter((_, at) => at % tested.length === tested.indexOf(platform)),
];
const ofContract = /, the light entry: the contract of email drivers > /;

const longestMs = 400_000;
const { supported } = platformSupport();

let routing: RoutingService | undefined;
beforeAll(async () => {
  if (supported) routing = await startRoutingService(await prepareTown());
});
afterAll(() => routing?.close());

function engines(): Surroundings['engines'] {
  if (routing === undefined) return undefined;
  const { apiKey, openrouteserviceUrl, osrmUrl, url } = routing;
  return { apiKey, openrouteserviceUrl, osrmUrl, url };
}

describe.concurrent('every light entry passes the suites of what it has', () => {
  const titles = new Map<string, readonly string[]>();

  for (const { evaluate, name, note } of platforms.filter((platform) => tested.includes(platform.name)))
    it.skipIf(note !== '')(
      `${name}${note}`,
      async ({ expect, onTestFinished }) => {
        const services = servicesOf(name);
        const host = await startHost();
        onTestFinished(() => host.close());
        const folder = mkdtempSync(join(tmpdir(), 'org-light-'));
        onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
        const surroundings: Surroundings = { host: host.url, services, engines: engines() };
        const { value } = await evaluate({
          imports: `import { testAll } from ${JSON.stringify(programPath)};`,
          expression: `testAll(${JSON.stringify(surroundings)})`,
          folder,
          page: { url: `${host.url}/page`, serve: host.servePage },
          readsAll: true,
          longestMs,
        });
        const report = value as Report;
        expect(report.failures).toEqual([]);
        const inContracts = report.titles.filter((title) => ofContract.test(title));
        expect([...new Set(inContracts.map((title) => title.split(ofContract)[0]))]).toEqual(services);
        titles.set(
          name,
          report.titles.filter((title) => !ofContract.test(title)),
        );
        expect(new Set([...titles.values()].map(String)).size).toBe(1);
        expect(report.titles.length).toBeGreaterThan(800);
      },
      // The program is killed before.
      longestMs + 30_000,
    );
});
