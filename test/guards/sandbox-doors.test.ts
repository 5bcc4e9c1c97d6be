import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { doors } from '../../packages/sandbox/src/mail/providers/all.ts';
import { root } from '../../scripts/package-entries.ts';
import { withSandboxDoors } from '../../scripts/sandbox-doors.ts';

const text = readFileSync(`${root}packages/sandbox/docs/doors.md`, 'utf8');

it('the page of mail doors says what the doors answer (renew with `pnpm api`)', () => {
  expect(text).toBe(withSandboxDoors(text));
});

it('the page of mail doors has every door', () => {
  for (const { name } of doors) expect(text).toContain(`### ${name}\n`);
});

it('no operation is both answered and absent', () => {
  const rows = [...text.matchAll(/^\| `(.*)` \| (.*) \| (.*) \|$/gm)];
  expect(rows.length).toBeGreaterThan(200);
  const both = rows.flatMap(([, path, answered = '', absent = '']) =>
    absent
      .split(' ')
      .flatMap((method) => (answered.split(' ').includes(method) ? [`${method} ${path}`] : [])),
  );
  expect(both.filter((each) => !each.startsWith('–'))).toEqual([]);
});
