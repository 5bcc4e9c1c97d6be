import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { CredentialError } from '../errors/caller-errors.ts';
import { createRuntime } from '../time/runtime.ts';
import { fromEnv } from './env.ts';
import { fromEnvFile } from './env-file.ts';

const canary = 'canary-51d0e2';
const context = { runtime: createRuntime(), refresh: false };

let folder: string;
let files = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'env-file-'));
});
afterAll(() => rm(folder, { recursive: true }));
afterEach(() => vi.unstubAllEnvs());

async function file(content: string): Promise<string> {
  files += 1;
  const path = join(folder, `.env-${files}`);
  await writeFile(path, content);
  return path;
}

async function valueIn(content: string, ...names: string[]): Promise<string | undefined> {
  return (await fromEnvFile(await file(content), ...names).load(context))?.secret.reveal();
}

describe('fromEnvFile', () => {
  it.each(['ConnectionStrings__Email2Default', 'mail_service_production_key_no_2'])(
    'takes %s, a name that looks like a key, and repeats it in no message',
    async (name) => {
      vi.stubEnv(name, 'value');
      expect((await fromEnv(name).load(context))?.secret.reveal()).toBe('value');
      const source = fromEnvFile(await file(`${name}=value`), name);
      expect((await source.load(context))?.secret.reveal()).toBe('value');
      for (const { description } of [fromEnv(name), source]) expect(description).not.toContain(name);
    },
  );

  it('reads the first name that the file sets, without a change of process.env', async () => {
    const path = await file('# keys\nOTHER=x\nexport TEST_ENV_FILE_KEY="a b" # note\n');
    const source = fromEnvFile(path, 'TEST_ENV_NONE', 'TEST_ENV_FILE_KEY');
    const credential = await source.load(context);
    expect(credential?.secret.reveal()).toBe('a b');
    expect(credential?.source).toBe(`TEST_ENV_FILE_KEY in ${path}`);
    expect(source.description).toBe(`TEST_ENV_NONE or TEST_ENV_FILE_KEY in ${path}`);
    expect(process.env['TEST_ENV_FILE_KEY']).toBeUndefined();
  });

  it('ignores process.env', async () => {
    vi.stubEnv('TEST_ENV_FILE_KEY', 'environment');
    expect(await valueIn('A=1', 'TEST_ENV_FILE_KEY')).toBeUndefined();
  });

  it('returns undefined for a missing file or variable', async () => {
    expect(await fromEnvFile(join(folder, 'none'), 'A').load(context)).toBeUndefined();
    expect(await valueIn('A=1\nexport B\n', 'B', 'toString')).toBeUndefined();
  });

  it.each([
    ['a blank value', 'KEY=\nOTHER=1', 'KEY in'],
    ['a blank value in quotes', 'KEY="  "', 'blank'],
    ['a value that other tools read differently', `KEY=${canary}#1`, 'line 1'],
    ['a line in another format', `A=1\nKEY: ${canary}`, 'line 2'],
    ['a quote without end, in another variable', `KEY=${canary}\nA="${canary}`, 'line 2'],
    ['something else altogether', `{"KEY":"${canary}"}`, 'line 1'],
  ])('rejects %s without showing it, and never tries the next name', async (_case, content, said) => {
    const error: unknown = await valueIn(content, 'KEY', 'OTHER').catch((reason: unknown) => reason);
    if (!CredentialError.isInstance(error)) throw new Error(`not a CredentialError: ${String(error)}`);
    expect(error.message).toContain(said);
    expect(inspect(error, { showHidden: true, depth: 9 }) + JSON.stringify(error)).not.toContain(canary);
  });

  it('needs a name', () => {
    expect(() => fromEnvFile('.env')).toThrow(/name of a variable/);
    expect(() => fromEnvFile('.env', ' ')).toThrow(/name of a variable/);
  });
});
