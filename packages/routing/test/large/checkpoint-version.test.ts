import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigurationError } from '@org/routing';
import { fileCheckpoint } from '@org/routing/checkpoint';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRoutingClient } from '../../src/client.ts';
import { rulerEngine } from '../ruler-engine.ts';

// The file of `request` by a version of the package whose header had no version yet.
const oldHeader =
  '{"format":"org-routing-checkpoint",' +
  '"key":"1b2d88281f50492cd8d77a6bf7b8b9b53ed92278c22acc5893664dfb46445a04"}\n';
const oldPart =
  '{"part":0,"content":"{\\"answer\\":{\\"warnings\\":[],\\"attribution\\":[\\"ruler\\"],' +
  '\\"durationsSeconds\\":[[0,2026],[2000,0]],\\"distancesMeters\\":[[0,1013],[1000,0]],' +
  '\\"origins\\":[{\\"position\\":[0,1]},{\\"position\\":[1,1]}],' +
  '\\"destinations\\":[{\\"position\\":[0,1]},{\\"position\\":[1,1]}]}}","sum":559484157}\n';

describe('a checkpoint of another version of the package', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'checkpoint-version-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const caught = (error: unknown) => error;

  /** Calls with this file, whose requests are counted. */
  async function call(path: string) {
    let sent = 0;
    const onRequest = () => {
      sent += 1;
    };
    const driver = rulerEngine({ caps: { matrixCells: 4 }, onRequest });
    const options = { checkpoint: fileCheckpoint(path) };
    const request = {
      profile: 'driving',
      origins: [
        [0, 1],
        [1, 1],
      ],
    } as const;
    return { ended: await createRoutingClient({ driver }).matrix(request, options).catch(caught), sent };
  }

  it.each<[string, (header: string) => string]>([
    ['an earlier one', () => oldHeader],
    [
      'a later one, with the key of this request',
      (header) => header.replace(/"version":\d+/, '"version":1e6'),
    ],
  ])('is refused with what to do, and stays as it is: %s', async (_name, headerOf) => {
    const path = join(folder, 'matrix.checkpoint');
    expect((await call(path)).sent).toBe(1);
    const content = headerOf(`${readFileSync(path, 'utf8').split('\n', 1)[0]}\n`) + oldPart;
    writeFileSync(path, content);
    const { ended, sent } = await call(path);
    expect(ConfigurationError.isInstance(ended)).toBe(true);
    expect(ended).toMatchObject({
      message: expect.stringMatching(/another version of @org\/routing.*or use another file/),
      outcome: 'not-sent',
    });
    expect(readFileSync(path, 'utf8')).toBe(content);
    expect(sent).toBe(0);
  });
});
