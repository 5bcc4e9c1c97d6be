import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const page = readFileSync(new URL('../../packages/sandbox/docs/compared.md', import.meta.url), 'utf8');
const tests = new URL('../../packages/sandbox/test/', import.meta.url);
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.endsWith('| test |'))
  .map((line) => line.split('|').slice(1, -1))
  .map((cells) => cells.map((cell) => cell.trim()));

describe('the page that compares the sandbox', () => {
  it.each(rows)('%s: %s, by %s', (_, here, shown = '') => {
    if (here === 'no' && shown === '') return;
    const [, file = '', title = ''] = shown.split('`');
    const url = new URL(file, tests);
    expect(existsSync(url) && file !== '').toBe(true);
    expect(title.trim()).not.toBe('');
    const titles = readFileSync(url, 'utf8').split('\n');
    const quoted = ["'", '"', '`'].map((quote) => quote + title.trim());
    expect(titles.some((line) => quoted.some((start) => line.includes(start)))).toBe(true);
  });

  it('has rows for each of the six tools', () => {
    expect(rows.length).toBeGreaterThan(30);
    expect(page.split('\n## ').length).toBe(8);
  });
});
