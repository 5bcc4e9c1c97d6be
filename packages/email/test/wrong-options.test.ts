import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const names = readdirSync(new URL('../src/drivers', import.meta.url));
const entries = names.flatMap((name) => [
  { name, entry: name, load: () => import(`../src/drivers/${name}/index.ts`) },
  { name, entry: `${name}/send`, load: () => import(`../src/drivers/${name}/send.ts`) },
]);

const table = {
  name: 'acme',
  baseUrl: 'https://api.acme.dev',
  send: { path: '/send', fields: { from: 'from', to: 'to', subject: 's', html: 'h' }, id: 'id' },
};

describe('options that are no object are a ConfigurationError', () => {
  it.each(entries)('of $entry', async ({ name, load }) => {
    const create = (await load())[name] as (...given: readonly unknown[]) => unknown;
    for (const options of [null, 5, 'x'])
      expect(() => (name === 'generic' ? create(table, options) : create(options))).toThrow(
        expect.objectContaining({
          code: 'configuration',
          message: expect.stringMatching(/\(\) takes an object: \{ \w+ \}, not /),
        }),
      );
  });
});
