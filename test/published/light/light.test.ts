import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { platformSupport } from '@org/routing/embedded';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { standIns } from '../../../packages/email/test/light/stand-ins.ts';
import { startAcme } from '../../../packages/routing/test/generic/stand-in.ts';
import { startGoogle } from '../../../packages/routing/test/google/stand-in.ts';
import { remote, standInKey } from '../../../packages/routing/test/light/contracts.ts';
import { prepareTown } from '../../../packages/sandbox/src/map/prepare.ts';
import { startRoutingService } from '../../../packages/sandbox/src/routing/service.ts';
import { platforms } from '../runtimes/platforms.ts';
import { startHost } from './host.ts';
import type { Surroundings } from './program.ts';
import type { Report } from './suite-runner.ts';

const programPath = fileURLToPath(new URL('program.ts', import.meta.url));
// Node passes all suites of packages/*/test/light; here each other runtime passes a share of them.
const tested = ['Deno', 'Bun', 'workerd', 'a page in Chromium'];
// Forms in parts, a key of elliptic curves, and signed requests: what runtimes differ in.
const everywhere = ['mailgun', 'sendgrid', 'ses'];
const socketsPath = fileURLToPath(new URL('../../../packages/email/test/light/sockets.ts', import.meta.url));
const withSockets = ['Deno', 'Bun'];
const others = Object.keys(standIns).filter((name) => ![...everywhere, 'smtp'].includes(name));
const servicesOf = (platform: string) => [
  ...everywhere,
  ...others.filter((_, at) => at % tested.length === tested.indexOf(platform)),
  ...(withSockets.includes(platform) ? ['smtp'] : []),
];
const ofContract = /, the light entry: the contract of email drivers > /;

const longestMs = 900_000;
const { supported } = platformSupport();

let engines: Surroundings['engines'];
const stack = new AsyncDisposableStack();
beforeAll(async () => {
  if (!supported) return;
  const routing = await startRoutingService(await prepareTown());
  stack.adopt(routing, (service) => service.close());
  const acme = stack.use(await startAcme());
  const google = stack.adopt(await startGoogle(standInKey, remote), (service) => service.close());
  engines = { ...routing, genericUrl: acme.url, googleUrl: google.url };
});
afterAll(() => stack.disposeAsync());

describe.concurrent('every light entry passes the suites of what it has', () => {
  for (const { evaluate, name, note } of platforms.filter((platform) => tested.includes(platform.name)))
    it.skipIf(note !== '')(
      `${name}${note}`,
      async ({ expect, onTestFinished }) => {
        const services = servicesOf(name);
        const host = await startHost();
        onTestFinished(() => host.close());
        const folder = mkdtempSync(join(tmpdir(), 'org-light-'));
        onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
        const share = { first: tested.indexOf(name), of: tested.length };
        const surroundings: Surroundings = { host: host.url, services, share, engines };
        const sockets = withSockets.includes(name)
          ? `import { ofSockets as more } from ${JSON.stringify(socketsPath)};`
          : 'const more = {};';
        const { value } = await evaluate({
          imports: `import { testAll } from ${JSON.stringify(programPath)}; ${sockets}`,
          expression: `testAll(${JSON.stringify(surroundings)}, more)`,
          folder,
          page: { url: `${host.url}/page`, serve: host.servePage },
          readsAll: true,
          longestMs,
        });
        const report = value as Report;
        expect(report.failures).toEqual([]);
        const inContracts = report.titles.filter((title) => ofContract.test(title));
        expect([...new Set(inContracts.map((title) => title.split(ofContract)[0]))]).toEqual(services);
        expect(report.titles.length).toBeGreaterThan(600);
      },
      // The program is killed before.
      longestMs + 30_000,
    );
});
