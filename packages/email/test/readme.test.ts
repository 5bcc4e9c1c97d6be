import { readFileSync } from 'node:fs';
import * as core from '@org/core';
import { describe, expect, it } from 'vitest';
import { plunkCapabilities } from '../src/drivers/plunk/limits.ts';
import { smtpCapabilities } from '../src/drivers/smtp/limits.ts';
import * as email from '../src/index.ts';
import type { EmailCapabilities } from '../src/model/capabilities.ts';

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

  it('has the capabilities of the drivers', () => {
    const row = readme.match(/^\| html \/ text \/ cc \/ bcc \| (.*) \| (.*) \|$/m) ?? [];
    const inWords = ({ message: { text, cc, bcc } }: EmailCapabilities) =>
      ['yes', text === 'none' ? 'made from the HTML' : 'yes', cc ? 'yes' : 'no', bcc ? 'yes' : 'no'].join(
        ' / ',
      );
    expect(row.slice(1)).toEqual([inWords(plunkCapabilities), inWords(smtpCapabilities)]);
  });
});
