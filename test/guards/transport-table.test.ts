import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { root } from '../../scripts/package-entries.ts';
import { withTransportTable } from '../../scripts/transport-table.ts';

const text = readFileSync(`${root}packages/core/docs/transports.md`, 'utf8');

it('the page of transports has the rows that the tests run (renew with `pnpm api`)', () => {
  expect(text).toBe(withTransportTable(text));
});
