import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { platformSupport } from '@org/routing/embedded';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { prepareTown } from '../../../packages/sandbox/src/map/prepare.ts';
import { type RoutingService, startRoutingService } from '../../../packages/sandbox/src/routing/service.ts';
import { platforms } from '../runtimes/platforms.ts';
import { startHost } from './host.ts';
import type { Surroundings } from './program.ts';
import type { Report } from './suite-runner.ts';

const programPath = fileURLToPath(new URL('program.ts', import.meta.url));
const tested = ['Node 24', 'Deno', 'Bun', 'workerd', 'a page in Chromium'];
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
        const host = await startHost();
        onTestFinished(() => host.close());
        const folder = mkdtempSync(join(tmpdir(), 'org-light-'));
        onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
        const surroundings: Surroundings = { host: host.url, engines: engines() };
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
        titles.set(name, report.titles);
        expect(new Set([...titles.values()].map(String)).size).toBe(1);
        expect(report.titles.length).toBeGreaterThan(800);
      },
      // The program is killed before.
      longestMs + 30_000,
    );
});
