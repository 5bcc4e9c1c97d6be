import { readFileSync } from 'node:fs';
import * as core from '@org/core';
import { describe, expect, it } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import * as email from '../src/index.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

describe('the README', () => {
  it('names every error class of its own with its code; core’s are the same in all packages', () => {
    const own = Object.entries(email).filter(([name]) => name.endsWith('Error') && !(name in core));
    expect(own.length).toBeGreaterThan(5);
    for (const [name, exported] of own) {
      const { code } = Reflect.construct(exported as new (fields: object) => { code: string }, [
        { message: '' },
      ]);
      expect(readme).toContain(`\`${name}\``);
      expect(readme).toContain(`\`${code}\``);
    }
  });

  it('names every driver; the guard of packages/email/docs/drivers.md compares their capabilities', () => {
    // `./resend/send` is the light entry of the same driver, `./resend/inbound` its part for inbound mail.
    const drivers = Object.keys(manifest.exports).filter(
      (path) =>
        !/\/(?:send|inbound)$/.test(path) &&
        JSON.stringify(Reflect.get(manifest.exports, path)).includes('/drivers/'),
    );
    expect(drivers).toHaveLength(20);
    for (const path of drivers) expect(readme).toContain(`\`${path.slice('./'.length)}()\``);
  });
});
