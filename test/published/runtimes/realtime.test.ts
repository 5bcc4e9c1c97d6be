import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as sdk from '@org/realtime';
import { inspect } from '@org/realtime/inspect';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { root } from '../../../scripts/package-entries.ts';
import { runScenario } from '../realtime/scenario.ts';
import { type Site, startSite } from '../realtime/site.ts';
import { platforms } from './platforms.ts';

const imports = `
  import * as sdk from '${root}packages/realtime/test/light/full-names.ts';
  import { inspect } from '@org/realtime/inspect';
  import { runScenario } from '${root}test/published/realtime/scenario.ts';`;

describe('a light realtime client', () => {
  let site: Site;
  let seenByFullClient: readonly unknown[];
  beforeAll(async () => {
    site = await startSite();
    const { address, url } = site;
    seenByFullClient = await runScenario({ sdk, inspect, address, run: '-full', site: url });
  });
  afterAll(() => site?.close());

  // Pages run the same scenario in `../realtime/chromium.test.ts`.
  for (const { evaluate, name, note } of platforms.filter((platform) => !platform.name.includes('page')))
    it.skipIf(note !== '')(`sees on ${name} what a full one sees on Node${note}`, async () => {
      const folder = mkdtempSync(join(tmpdir(), 'org-realtime-'));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      const { address, url } = site;
      const parts = JSON.stringify({ address, run: `-${name.replaceAll(/\W/g, '-')}`, site: url });
      const { value, lingeredMs = 0 } = await evaluate({
        imports,
        expression: `runScenario({ sdk, inspect, ...${parts} })`,
        folder,
        page: { url, serve() {} },
      });
      expect(value).toEqual(JSON.parse(JSON.stringify(seenByFullClient)));
      expect(lingeredMs).toBeLessThan(10_000);
    });
});
