import { readFileSync } from 'node:fs';
import { EventFormatter } from 'laravel-echo';
import { expect, it } from 'vitest';
import { root } from '../../scripts/package-entries.ts';

const page = readFileSync(`${root}packages/realtime/docs/moving-from-echo.md`, 'utf8');

it('the names of events in moving-from-echo.md are those that Laravel Echo makes', () => {
  const rows = [...page.matchAll(/^\| `\.listen\('(.+?)'\)` \| `(\S+?)`/gm)];
  expect(rows.length).toBe(4);
  const formatter = new EventFormatter('App.Events');
  for (const [, name = '', wire] of rows) expect(formatter.format(name.replaceAll('\\\\', '\\'))).toBe(wire);
});
