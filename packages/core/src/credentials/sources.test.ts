import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { bearerAuth } from '../auth/bearer.ts';
import { createServiceClient } from '../client.ts';
import { ConfigurationError, CredentialError } from '../errors/caller-errors.ts';
import { createRuntime } from '../time/runtime.ts';
import { credentialChain } from './chain.ts';
import { fromEnv } from './env.ts';
import { fromFile } from './file.ts';
import { credentialFrom } from './input.ts';
import { Secret } from './secret.ts';
import type { CredentialSource } from './source.ts';
import { fromValue } from './value.ts';

const canary = 'canary-51d0e2';
const context = { runtime: createRuntime(), refresh: false };

let folder: string;
let files = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'credentials-'));
});
afterAll(() => rm(folder, { recursive: true }));
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

async function file(content: string | Uint8Array): Promise<string> {
  files += 1;
  const path = join(folder, `secret-${files}`);
  await writeFile(path, content);
  return path;
}

async function valueFrom(source: CredentialSource): Promise<string | undefined> {
  return (await source.load(context))?.secret.reveal();
}

/** The message of the `CredentialError`, after a check that the error does not contain the canary. */
async function faultOf(source: CredentialSource): Promise<string> {
  const error = await source.load(context).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!CredentialError.isInstance(error)) throw new Error(`not a CredentialError: ${String(error)}`);
  const inspected = inspect(error, { showHidden: true, depth: 9 });
  const everything = `${inspected} ${JSON.stringify(error)} ${error.stack}`;
  expect(everything).not.toContain(canary);
  return error.message;
}

describe('fromValue', () => {
  it('returns a string and a Secret unchanged', async () => {
    expect(await valueFrom(fromValue(' k '))).toBe(' k ');
    expect(await valueFrom(fromValue(new Secret('k')))).toBe('k');
  });

  it('rejects a blank value when it is needed, and a wrong type at once', async () => {
    expect(await faultOf(fromValue(' '))).toBe(
      'The credential is blank: the value in the options. Set it to the key, or remove it.',
    );
    for (const wrong of [null, 42, {}, ['k']]) {
      expect(() => fromValue(wrong as unknown as string)).toThrow(/must be a string/);
    }
  });
});

describe('fromEnv', () => {
  it('reads the first variable that is set, trimmed, at the time of the call', async () => {
    const source = fromEnv('TEST_FIRST_KEY', 'TEST_SECOND_KEY');
    expect(await valueFrom(source)).toBeUndefined();
    vi.stubEnv('TEST_SECOND_KEY', ' second\n');
    expect(await valueFrom(source)).toBe('second');
    vi.stubEnv('TEST_FIRST_KEY', 'first');
    expect(await source.load(context)).toMatchObject({ source: 'environment variable TEST_FIRST_KEY' });
    expect(await valueFrom(source)).toBe('first');
  });

  it('prefers NAME to NAME_FILE, and NAME_FILE to the next name', async () => {
    vi.stubEnv('TEST_FIRST_KEY_FILE', await file('mounted\n'));
    vi.stubEnv('TEST_SECOND_KEY', 'second');
    const source = fromEnv('TEST_FIRST_KEY', 'TEST_SECOND_KEY');
    expect(await valueFrom(source)).toBe('mounted');
    vi.stubEnv('TEST_FIRST_KEY', 'first');
    expect(await valueFrom(source)).toBe('first');
  });

  it('names all places that it reads', () => {
    expect(fromEnv('A', 'B').description).toBe('A, A_FILE, B or B_FILE');
  });

  it('rejects a blank variable and names it', async () => {
    vi.stubEnv('TEST_FIRST_KEY', ' ');
    expect(await faultOf(fromEnv('TEST_FIRST_KEY'))).toContain('environment variable TEST_FIRST_KEY');
  });

  it.each([
    ['blank', ' '],
    ['names nothing', '/nowhere/at/all'],
  ])('rejects a NAME_FILE that is %s, and does not fall through to the next name', async (_case, path) => {
    vi.stubEnv('TEST_FIRST_KEY_FILE', path);
    vi.stubEnv('TEST_SECOND_KEY', canary);
    expect(await faultOf(fromEnv('TEST_FIRST_KEY', 'TEST_SECOND_KEY'))).toContain('TEST_FIRST_KEY_FILE');
  });

  it('needs a name', () => {
    expect(() => fromEnv()).toThrow(/needs the name/);
    expect(() => fromEnv('')).toThrow(/needs the name/);
  });

  it('returns undefined on a platform without process', async () => {
    vi.stubGlobal('process', undefined);
    expect(await valueFrom(fromEnv('PATH'))).toBeUndefined();
  });

  it('reads from Deno without process, and treats a missing permission as not set', async () => {
    vi.stubGlobal('process', undefined);
    const get = (name: string) => {
      if (name.endsWith('_FILE')) throw new Error('NotCapable: requires env access');
      return name === 'TEST_DENO_KEY' ? 'deno' : undefined;
    };
    vi.stubGlobal('Deno', { env: { get } });
    expect(await valueFrom(fromEnv('TEST_OTHER_KEY', 'TEST_DENO_KEY'))).toBe('deno');
    expect(await valueFrom(fromEnv('TEST_OTHER_KEY'))).toBeUndefined();
  });

  it('names the denied environment of Deno, and asks for no permission before', async () => {
    vi.stubGlobal('process', { getBuiltinModule: process.getBuiltinModule });
    const get = vi.fn(() => {
      throw new Error('NotCapable: requires env access');
    });
    vi.stubGlobal('Deno', { env: { get } });
    const client = createServiceClient({
      name: 'acme',
      baseUrl: 'https://api.acme.test',
      auth: bearerAuth(),
      credential: credentialChain(fromEnv('TEST_KEY'), fromFile('/nowhere/key')),
    });
    expect(get).not.toHaveBeenCalled();
    const error: unknown = await client.request({ method: 'GET', path: '/' }).catch((thrown) => thrown);
    expect(error).toMatchObject({
      name: 'CredentialError',
      outcome: 'not-sent',
      message:
        'No credential for acme: set TEST_KEY or TEST_KEY_FILE (the environment is not readable: ' +
        'run with `--allow-env`) or file /nowhere/key, or pass apiKey.',
    });
  });

  it('C16: ignores a polluted Object.prototype', async () => {
    const polluted = Object.prototype as Record<string, unknown>;
    polluted['TEST_POLLUTED_KEY'] = 'evil';
    try {
      expect(await valueFrom(fromEnv('TEST_POLLUTED_KEY'))).toBeUndefined();
    } finally {
      delete polluted['TEST_POLLUTED_KEY'];
    }
  });
});

describe('fromFile', () => {
  it.each([
    ['k\n', 'k'],
    ['k\r\n', 'k'],
    ['k', 'k'],
    ['\ufeffk\n', 'k'],
  ])('reads %j', async (content, value) => {
    expect(await valueFrom(fromFile(await file(content)))).toBe(value);
  });

  it('reads a replaced file', async () => {
    const path = await file('old');
    const source = fromFile(path);
    expect(await valueFrom(source)).toBe('old');
    await writeFile(path, 'new');
    expect(await valueFrom(source)).toBe('new');
  });

  it('returns undefined for a missing file', async () => {
    expect(await valueFrom(fromFile(join(folder, 'none')))).toBeUndefined();
  });

  it.each([
    ['blank', () => file('\n\n'), 'blank'],
    ['larger than 64 KiB', () => file(canary.repeat(6_000)), 'larger than 64 KiB'],
    ['not UTF-8', () => file(Uint8Array.of(0xff, 0xfe, 0x6b, 0)), 'not UTF-8'],
    [
      'a directory',
      () => mkdir(join(folder, 'directory')).then(() => join(folder, 'directory')),
      'directory',
    ],
    ['not a name', async () => 'secret\u0000', 'ERR_INVALID_ARG_VALUE'],
    ['below a file', async () => join(await file(canary), 'x'), 'ENOTDIR'],
  ])('rejects a file that is %s, with its path and without its content', async (_case, make, reason) => {
    const path = await make();
    const message = await faultOf(fromFile(path));
    expect(message).toContain(reason);
    expect(message).toContain(path);
  });

  it('reports a platform without a file system', async () => {
    const path = await file(canary);
    vi.stubGlobal('process', undefined);
    expect(await faultOf(fromFile(path))).toContain('this platform has no file system');
  });

  it('stops when the caller aborts', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(fromFile(await file('k')).load({ ...context, signal })).rejects.toThrow('enough');
  });
});

describe('chain', () => {
  const none: CredentialSource = { description: 'none', load: async () => undefined };

  it('returns the first credential', async () => {
    expect(await valueFrom(credentialChain(none, fromValue('a'), fromValue('b')))).toBe('a');
    expect(await valueFrom(credentialChain(none, none))).toBeUndefined();
    expect(await valueFrom(credentialChain())).toBeUndefined();
    expect(credentialChain(none, fromEnv('A')).description).toBe('none or A or A_FILE');
  });

  it('stops at a malformed credential and never tries another identity', async () => {
    expect(await faultOf(credentialChain(none, fromValue(''), fromValue(canary)))).toContain('blank');
  });

  it('stops when the caller aborts', async () => {
    const controller = new AbortController();
    const aborting: CredentialSource = {
      description: 'aborting',
      load: async () => controller.abort(new Error('enough')) as undefined,
    };
    const load = credentialChain(aborting, fromValue('k')).load({ ...context, signal: controller.signal });
    await expect(load).rejects.toThrow('enough');
  });
});

describe('credentialFrom', () => {
  const fallback = fromValue('fallback');

  it('prefers the option in each of its forms', async () => {
    expect(await valueFrom(credentialFrom(undefined, fallback))).toBe('fallback');
    expect(await valueFrom(credentialFrom('text', fallback))).toBe('text');
    expect(await valueFrom(credentialFrom(new Secret('wrapped'), fallback))).toBe('wrapped');
    expect(await valueFrom(credentialFrom(fromValue('source'), fallback))).toBe('source');
  });

  it('does not fall back from a blank option', async () => {
    expect(await faultOf(credentialFrom('', fallback))).toContain('blank');
  });

  it.each([null, 42, {}, { load: 'k' }])('rejects %j as an option', (wrong) => {
    expect(() => credentialFrom(wrong as unknown as string, fallback)).toThrow(ConfigurationError);
    const named = () => credentialFrom(wrong as unknown as string, fallback, 'accessToken');
    expect(named).toThrow(/^accessToken must be a string, a Secret or a credential source, not /);
  });
});
