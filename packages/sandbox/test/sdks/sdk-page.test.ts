import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { doors } from '../../src/mail/providers/all.ts';
import { sdkVariables } from '../../src/mail/service/sdk-variables.ts';
import { sdkLines } from './sdk-lines.ts';

const page = readFileSync(new URL('../../docs/sdks.md', import.meta.url), 'utf8');

describe('the page about SDKs', () => {
  it('has the variables that the code sets, with their readers', () => {
    const rows = sdkVariables.map(({ name, readBy }) => `| \`${name}\` | ${readBy.join(', ')} |`);
    expect(page.split('\n').filter((line) => /^\| `[A-Z_\d]+` \| (?!Ruby, Go)/.test(line))).toEqual(rows);
  });

  it('has a line for each SDK that reads none, by language', () => {
    for (const language of new Set(sdkLines.map((line) => line.language))) {
      const [, section = ''] = page.split(`\n## ${language}\n`);
      const [own = ''] = section.split('\n## ');
      const rows = sdkLines.filter((line) => line.language === language);
      const mark = ['Python', 'Ruby'].includes(language) ? '#' : '//';
      const expected = rows.map(({ name, version, line }) => `${mark} ${name} ${version}\n${line}\n`);
      const [, code] = /```\w+\n(.*?)```/s.exec(own) ?? [];
      expect(code).toBe(expected.join('\n'));
    }
  });

  it('leaves no service out in Node', () => {
    const text = sdkLines.filter(({ language }) => language === 'Node').map(({ line }) => line.toLowerCase());
    const read = sdkVariables
      .filter(({ name }) => /BASE_URL|ENDPOINT/.test(name))
      .map(({ service }) => service);
    // The SDK of Azure refuses an address with a path.
    const without = ['azure'];
    const missing = doors.filter(
      ({ name }) =>
        ![...read, ...without].includes(name) && !text.some((line) => line.includes(`${name}_base_url`)),
    );
    expect(missing.map(({ name }) => name)).toEqual([]);
  });
});
