import { describe, expect, it } from 'vitest';
import { createTable, StoreFull } from './table.ts';

const limits = { maxRows: 3, maxBytes: 1000, now: () => 7 };

describe('a table', () => {
  it('numbers its rows, and keeps their order through changes', () => {
    const table = createTable<{ readonly name: string }>(limits);
    const first = table.add({ name: 'a' });
    table.add({ name: 'b' });
    expect(table.update(first.id, { name: 'c' })).toMatchObject({ name: 'c', serial: 1, createdAt: 7 });
    expect(table.all().map(({ name, serial }) => [name, serial])).toEqual([
      ['c', 1],
      ['b', 2],
    ]);
    expect([table.delete(first.id), table.delete(first.id)]).toEqual([true, false]);
    expect(table.update(first.id, { name: 'd' })).toBeUndefined();
  });

  it('refuses a row above its limit of rows or bytes, and takes it after a deletion', () => {
    const table = createTable<{ readonly name: string }>(limits);
    const large = table.add({ name: 'x'.repeat(700) });
    const add = () => table.add({ name: 'y'.repeat(300) });
    expect(add).toThrow(StoreFull);
    table.delete(large.id);
    for (let index = 0; index < 2; index += 1) table.add({ name: 'z' });
    table.add({ name: 'z' });
    expect(() => table.add({ name: 'z' })).toThrow(StoreFull);
  });

  it.each([false, true])(
    'refuses a row above its bytes, and keeps the others (dropsOldest %s)',
    (dropsOldest) => {
      const table = createTable<{ readonly name: string }>({ ...limits, dropsOldest });
      const { id } = table.add({ name: 'a' });
      table.add({ name: 'b' });
      const large = { name: 'x'.repeat(1000) };
      expect(() => table.add(large)).toThrow(StoreFull);
      expect(() => table.update(id, large)).toThrow(StoreFull);
      expect(table.all().map(({ name }) => name)).toEqual(['a', 'b']);
    },
  );

  it('drops the oldest rows, and no more than it must', () => {
    const table = createTable<{ readonly name: string }>({ ...limits, dropsOldest: true });
    for (const name of ['a', 'b', 'c', 'd']) table.add({ name });
    expect(table.all().map(({ name }) => name)).toEqual(['b', 'c', 'd']);
    table.add({ name: 'x'.repeat(700) });
    expect(table.all().map(({ name }) => name[0])).toEqual(['c', 'd', 'x']);
  });

  it('finds the rows of a key, after changes, deletions and drops too', () => {
    const keyOf = ({ name }: { readonly name: string }) => name.toLowerCase();
    const table = createTable<{ readonly name: string }>({ ...limits, keyOf, dropsOldest: true });
    const namesOf = (key: string) => table.having(key).map(({ name }) => name);
    const first = table.add({ name: 'A' });
    const second = table.add({ name: 'a' });
    expect([namesOf('a'), namesOf('A')]).toEqual([['A', 'a'], []]);
    table.update(first.id, { name: 'b' });
    expect([namesOf('a'), namesOf('b')]).toEqual([['a'], ['b']]);
    table.delete(second.id);
    for (let index = 0; index < 3; index += 1) table.add({ name: 'c' });
    expect([namesOf('a'), namesOf('b'), namesOf('c')]).toEqual([[], ['b'], ['c', 'c']]);
  });

  it('drops the oldest row of the key with the most, and reports each key once', () => {
    const reported: string[] = [];
    const table = createTable<{ readonly name: string }>({
      ...{ ...limits, dropsOldest: true, keyOf: ({ name }: { readonly name: string }) => name[0] ?? '' },
      onDropped: ({ name }) => reported.push(name),
    });
    const names = () => table.all().map(({ name }) => name);
    table.add({ name: 'domain' });
    const key = table.add({ name: 'key 1' });
    for (const name of ['key 2', 'key 3']) table.add({ name });
    expect([names(), reported]).toEqual([['domain', 'key 2', 'key 3'], ['key 1']]);
    expect(table.update(key.id, { name: 'key 1' })).toBeUndefined();
    const [, second] = table.all();
    table.update(second?.id ?? '', { name: 'key 2, changed' });
    table.add({ name: 'key 4' });
    expect([names(), reported]).toEqual([['domain', 'key 3', 'key 4'], ['key 1']]);
  });

  it('drops rows of the key with the most bytes where these are the limit, and names the limit', () => {
    const reported: string[] = [];
    const table = createTable<{ readonly name: string }>({
      ...{ ...limits, maxRows: 6, dropsOldest: true },
      keyOf: ({ id }) => id[0] ?? '',
      onDropped: ({ id }, limit) => reported.push(`${id} ${limit}`),
    });
    const ids = () => table.all().map(({ id }) => id);
    for (const id of ['k1', 'k2', 'k3', 'c1', 'c2']) table.add({ name: '' }, id);
    table.update('c1', { name: 'x'.repeat(300) });
    table.add({ name: 'x'.repeat(400) }, 'c3');
    expect([ids(), reported]).toEqual([['k1', 'k2', 'k3', 'c2', 'c3'], ['c1 bytes']]);
    for (const id of ['d1', 'd2']) table.add({ name: '' }, id);
    expect([ids(), reported]).toEqual([
      ['k2', 'k3', 'c2', 'c3', 'd1', 'd2'],
      ['c1 bytes', 'k1 rows'],
    ]);
    table.update('c2', { name: 'x'.repeat(300) });
    expect(ids()).toEqual(['k2', 'k3', 'd1', 'd2', 'c2']);
  });

  it('reports dropped rows again after all rows were replaced', () => {
    const reported: string[] = [];
    const table = createTable<{ readonly name: string }>({
      ...{ ...limits, dropsOldest: true },
      onDropped: ({ name }) => reported.push(name),
    });
    for (const name of ['a', 'b', 'c', 'd', 'e']) table.add({ name });
    table.replaceAll([]);
    for (const name of ['f', 'g', 'h', 'i', 'j']) table.add({ name });
    expect(reported).toEqual(['a', 'f']);
  });
});
