import type { Driver } from '@org/core/driver';
import { createFakeDriver } from '@org/core/testing';
import { expect, it } from 'vitest';
import { withSteps } from '../src/wire/with-steps.ts';

interface Types {
  readonly [name: string]: { readonly input: unknown; readonly output: unknown };
}

const plain = { specVersion: 1, name: 'acme', capabilities: {} } as Driver<Types, object>;

it('reports steps that do not load, and loads them again with the next call', async () => {
  let loads = 0;
  const driver = withSteps(createFakeDriver(plain), ['thing.get'], async () => {
    loads += 1;
    if (loads === 1) throw new Error('the file was replaced');
    return { steps: { 'thing.get': async (id: never) => id } };
  });
  const session = driver.open({});
  const get = () => session.execute('thing.get', 'a' as never);
  await expect(get()).rejects.toMatchObject({ code: 'configuration', provider: 'acme', outcome: 'not-sent' });
  await expect(get()).resolves.toBe('a');
});
