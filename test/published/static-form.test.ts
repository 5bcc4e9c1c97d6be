import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishedPackages } from '../../scripts/package-entries.ts';
import { run } from '../../scripts/run.ts';
import { unpackPackages } from '../support/unpacked.ts';

const specifiers = publishedPackages()
  .filter(({ name }) => name !== 'sandbox' && name !== 'core')
  .flatMap(({ entries }) => entries.map(({ specifier }) => specifier))
  // These need an optional peer.
  .filter((specifier) => !/\/(?:testing|react|react-native|vue|svelte|undici)$/.test(specifier));

describe('the form without import(), which workers get', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await unpackPackages();
  }, 300_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** What a program prints that gets its packages by these conditions. */
  async function evaluate(script: string, ...conditions: readonly string[]): Promise<unknown> {
    const flags = conditions.map((condition) => `--conditions=${condition}`);
    const printed = await run('node', [...flags, '--input-type=module', '-e', script], { cwd: folder });
    return JSON.parse(String(printed));
  }

  const names = `const names = {};
    for (const specifier of ${JSON.stringify(specifiers)})
      names[specifier] = Object.keys(await import(specifier)).sort();
    console.log(JSON.stringify(names)); process.exit();`;

  it('has the same names in each entry', async () => {
    const expected = await evaluate(names);
    for (const condition of ['workerd', 'worker', 'edge-light', 'module'])
      expect(await evaluate(names, condition)).toEqual(expected);
  });

  it.each(['worker', 'module'])(
    'with the condition %s, calls find what is loaded later elsewhere',
    async (condition) => {
      const calls = `
      import { createEmailClient } from '@org/email';
      import { resend } from '@org/email/resend';
      import { createRoutingClient } from '@org/routing';
      import { osrm } from '@org/routing/osrm';
      const answers = { '/emails': { id: 'mail-1' }, '/contacts': { object: 'list', data: [] } };
      const fetch = async (input) =>
        Response.json(answers[new URL(input.url ?? input).pathname] ?? { code: 'NoRoute', message: 'none' });
      const email = createEmailClient({ driver: resend({ apiKey: 're_1' }), runtime: { fetch } });
      const mail = { from: 'a@acme.dev', to: 'b@example.com', subject: 'Hi', text: 'Hi' };
      const sent = await email.send(mail);
      const routing = createRoutingClient({ driver: osrm({ baseUrl: 'https://h.dev' }), runtime: { fetch } });
      const places = [[8, 49], [9, 50]];
      const asked = routing.directions({ profile: 'driving', waypoints: places });
      const { code } = await asked.catch((error) => error);
      const isStatic = import.meta.resolve('@org/email').includes('/static/');
      console.log(JSON.stringify({ sent, code, isStatic })); process.exit();`;
      const { isStatic, ...results } = (await evaluate(calls, condition)) as Record<string, unknown>;
      expect(isStatic).toBe(true);
      expect({ isStatic: false, ...results }).toEqual(await evaluate(calls));
      expect(JSON.stringify(results)).toContain('mail-1');
    },
  );
});
