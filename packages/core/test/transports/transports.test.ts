import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFetchTransport } from '../../src/http/fetch-transport.ts';
import { createNodeTransport } from '../../src/node/index.ts';
import { createKyTransport } from '../../src/pipeline/ky-transport.ts';
import { createUndiciTransport } from '../../src/undici/index.ts';
import { endOn, type Over } from './row.ts';
import { topics } from './table.ts';

const [node, undici] = [createNodeTransport(), createUndiciTransport()];
afterAll(() => Promise.all([node.close(), undici.close()]));

const overs: readonly (Over & { readonly key: string })[] = [
  { key: 'node:http', name: 'node:http', transport: node },
  { key: 'undici', name: 'undici', transport: undici },
  { key: 'fetch', name: 'fetch', transport: createFetchTransport() },
  { key: 'fetch, of ky', name: 'fetch', transport: createKyTransport('acme') },
];

for (const { title, rows, takesTurns, isAbsent = false, prepare } of topics) {
  describe.skipIf(isAbsent)(title, () => {
    let restore: (() => void) | undefined;
    beforeAll(() => {
      restore = prepare?.();
    });
    afterAll(() => restore?.());

    it.each(rows)('$case', async (row) => {
      const ends: Record<string, string> = {};
      let turn: Promise<unknown> = Promise.resolve();
      for (const over of overs) {
        const probe = async () => {
          ends[over.key] = await row.probe(over);
        };
        turn = takesTurns ? turn.then(probe) : Promise.all([turn, probe()]);
      }
      await turn;
      expect(ends).toEqual(Object.fromEntries(overs.map(({ key, name }) => [key, endOn(row, name)])));
    });
  });
}
