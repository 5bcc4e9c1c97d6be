import { chmod, mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { format, inspect } from 'node:util';
import { deserialize, serialize } from 'node:v8';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  bearerAuth,
  type CredentialSource,
  createServiceClient,
  credentialChain,
  fromEnv,
  fromFile,
  fromValue,
  Secret,
} from '../src/index.ts';
import { fromEnvFile, fromResolver } from '../src/secrets/index.ts';
import { collectLeaks, createManualRuntime, startFaultServer } from '../src/testing/index.ts';
import { credentialFault, valueFrom } from './secret-stores/credential-results.ts';

const canary = 'sk_canary_51d0e2';
const name = 'TEST_C17_KEY';

let folder: string;
let count = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'credentials-'));
  // Readable for others, so that only what a test forbids is forbidden.
  await chmod(folder, 0o755);
});
afterAll(() => rm(folder, { recursive: true }));
afterEach(() => vi.unstubAllEnvs());

const fresh = () => join(folder, `file-${count++}`);
async function file(content: string | Uint8Array, mode = 0o644): Promise<string> {
  const path = fresh();
  await writeFile(path, content, { mode });
  return path;
}
const environment = (variables: Readonly<Record<string, string>>): CredentialSource => {
  for (const [key, value] of Object.entries(variables)) vi.stubEnv(key, value);
  return fromEnv(name);
};
const stored = (value: string) => fromResolver({ get: async () => ({ value }) }, 'prod/key');

/** A credential source in this state, and what comes of it. */
const good: Readonly<Record<string, () => CredentialSource | Promise<CredentialSource>>> = {
  'a value': () => fromValue(canary),
  'a Secret': () => fromValue(new Secret(canary)),
  'a variable': () => environment({ [name]: canary }),
  'a variable with space around it': () => environment({ [name]: ` ${canary}\r\n` }),
  'a variable that names a file': async () => environment({ [`${name}_FILE`]: await file(`${canary}\n`) }),
  'a file': async () => fromFile(await file(canary)),
  'a file with a line break at its end': async () => fromFile(await file(`${canary}\n`)),
  'a file with a CRLF at its end': async () => fromFile(await file(`${canary}\r\n`)),
  'a file with a byte order mark': async () => fromFile(await file(`\uFEFF${canary}`)),
  'a symbolic link to a file': async () => {
    const link = fresh();
    await symlink(await file(canary), link);
    return fromFile(link);
  },
  'a line of a .env file': async () => fromEnvFile(await file(`A=1\n${name}=${canary}\n`), name),
  'a quoted line of a .env file with CRLF': async () =>
    fromEnvFile(await file(`\uFEFFA=1\r\nexport ${name}="${canary}" # the key\r\n`), name),
  'a secret in a store': () => stored(canary),
  'a secret with a line break at its end': () => stored(`${canary}\n`),
};

const absent: typeof good = {
  'no variable': () => fromEnv(name),
  'no file': () => fromFile(fresh()),
  'a symbolic link to nothing': async () => {
    const link = fresh();
    await symlink(fresh(), link);
    return fromFile(link);
  },
  'no .env file': () => fromEnvFile(fresh(), name),
  'a .env file without the name': async () => fromEnvFile(await file(`OTHER=${canary}\n`), name),
  'an empty .env file': async () => fromEnvFile(await file(''), name),
  'no secret in the store': () => fromResolver({ get: async () => undefined }, 'prod/key'),
};

const bad: typeof good = {
  'a blank value': () => fromValue(' '),
  'a blank variable': () => environment({ [name]: '' }),
  'a blank NAME_FILE': () => environment({ [`${name}_FILE`]: ' ' }),
  'a NAME_FILE that names nothing': () => environment({ [`${name}_FILE`]: fresh() }),
  'an empty file': async () => fromFile(await file('')),
  'a file of line breaks': async () => fromFile(await file('\n\r\n')),
  'a file that is too large': async () => fromFile(await file(canary.repeat(5_000))),
  'a file that is not text': async () => fromFile(await file(Uint8Array.of(0xff, 0xfe, 0, 1))),
  'a directory': async () => {
    const path = fresh();
    await mkdir(path);
    return fromFile(path);
  },
  'a device': () => fromFile('/dev/zero'),
  'a symbolic link to itself': async () => {
    const link = fresh();
    await symlink(link, link);
    return fromFile(link);
  },
  'a blank line of a .env file': async () => fromEnvFile(await file(`${name}=\nA=${canary}`), name),
  'a .env file with an open quote': async () => fromEnvFile(await file(`A="${canary}\n`), name),
  'a .env file in JSON': async () => fromEnvFile(await file(`{"${name}":"${canary}"}`), name),
  'a doubtful line of a .env file': async () => fromEnvFile(await file(`${name}=${canary}#2`), name),
  'a .env file that is a directory': () => fromEnvFile(folder, name),
  'a blank secret in a store': () => stored('\n'),
  'a store that fails': () => {
    const failure = Object.assign(new Error('no answer'), { config: { token: canary } });
    return fromResolver({ get: () => Promise.reject(failure) }, 'prod/key');
  },
};

describe('C17: credential sources', () => {
  it.each(Object.entries(good))('%s: is used', async (_case, make) => {
    expect(await valueFrom(await make())).toBe(canary);
  });

  it.each(Object.entries(absent))('%s: a chain goes on', async (_case, make) => {
    expect(await valueFrom(credentialChain(await make(), fromValue('next')))).toBe('next');
  });

  it.each(Object.entries(bad))(
    '%s: a chain stops, with an error that shows no value',
    async (_case, make) => {
      const source = await make();
      const error = await credentialFault(credentialChain(source, fromValue('other identity')), canary);
      expect(error.message).toMatch(/[.]$/);
    },
  );

  it.skipIf(process.getuid?.() !== 0 || process.seteuid === undefined)(
    'a file that may not be read: a chain stops (needs root, to become somebody else)',
    async () => {
      const path = await file(canary, 0o600);
      const asRoot = process.geteuid?.() ?? 0;
      process.seteuid?.(65_534);
      try {
        const error = await credentialFault(
          credentialChain(fromFile(path), fromValue('other identity')),
          canary,
        );
        expect(error.message).toBe(`The credential file ${path} cannot be used: EACCES.`);
      } finally {
        process.seteuid?.(asRoot);
      }
    },
  );
});

/** Like the kubelet: the files are in a dated folder, and the link `..data` to it is replaced in one step. */
async function mountSecret(mount: string, version: number, key: string): Promise<void> {
  const folderName = `..2026_11_21_${version}`;
  await mkdir(join(mount, folderName), { recursive: true });
  await writeFile(join(mount, folderName, 'api-key'), key);
  await symlink(folderName, join(mount, '..data_tmp'));
  await rename(join(mount, '..data_tmp'), join(mount, '..data'));
  if (version === 1) await symlink(join('..data', 'api-key'), join(mount, 'api-key'));
  else await rm(join(mount, `..2026_11_21_${version - 1}`), { recursive: true });
}

describe('C17: a mounted secret that Kubernetes exchanges', () => {
  it('is the old or the new one at any moment, and never absent', async () => {
    const mount = fresh();
    await mountSecret(mount, 1, 'key-1\n');
    const source = fromFile(join(mount, 'api-key'));
    let done = false;
    const seen: (string | undefined)[] = [];
    const reading = (async () => {
      while (!done) seen.push(await valueFrom(source));
    })();
    for (let version = 2; version <= 40; version += 1) await mountSecret(mount, version, `key-${version}\n`);
    done = true;
    await reading;
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.filter((value) => !/^key-\d+$/.test(value ?? ''))).toEqual([]);
    expect(await valueFrom(source)).toBe('key-40');
  });

  it('is found by a client when the service refuses the old one', async () => {
    const mount = fresh();
    await mountSecret(mount, 1, 'key-1\n');
    let accepted = 'Bearer key-1';
    await using server = await startFaultServer({
      rules: [
        ({ headers }) => ({ answer: { status: headers.get('authorization') === accepted ? 200 : 401 } }),
      ],
    });
    const credential = fromFile(join(mount, 'api-key'));
    const service = { name: 'acme', baseUrl: server.url, auth: bearerAuth(), credential };
    await using client = createServiceClient(service, { runtime: createManualRuntime() });
    expect((await client.request({ method: 'GET', path: '/' })).status).toBe(200);
    await mountSecret(mount, 2, 'key-2\n');
    accepted = 'Bearer key-2';
    expect((await client.request({ method: 'GET', path: '/' })).status).toBe(200);
    expect(server.requests).toHaveLength(3);
  });
});

describe('C17: the value is never shown', () => {
  const sinks: Readonly<Record<string, (value: unknown) => unknown>> = {
    'a template': (value) => `${value}`,
    'a concatenation': (value) => `key: ${String(value)}`,
    'a number': (value) => Number(value),
    JSON: (value) => JSON.stringify({ value, list: [value] }),
    'the inspector': (value) => inspect(value, { showHidden: true, getters: true, depth: 9 }),
    'the plain inspector': (value) => inspect(value, { showHidden: true, customInspect: false, depth: 9 }),
    'every format of the console': (value) =>
      format('%s %d %i %f %j %o %O %c', ...Array(8).fill(value), value),
    structuredClone: (value) => inspect(structuredClone({ value }), { showHidden: true, depth: 9 }),
    'v8.serialize': (value) =>
      inspect(deserialize(serialize({ value })), { depth: 9 }) + serialize({ value }).toString('latin1'),
    'a spread': (value) => ({ ...(value as object) }),
    'the keys, values and descriptors': (value) =>
      Object.entries(Object.getOwnPropertyDescriptors(value as object)),
    'an error’s message': (value) => new Error(`failed with ${value}`),
    'an error’s cause': (value) =>
      inspect(new Error('failed', { cause: value }), { showHidden: true, depth: 9 }),
    'a Map and a Set': (value) => inspect([new Map([[value, value]]), new Set([value])], { depth: 9 }),
    'a query': (value) => new URLSearchParams({ key: String(value) }).toString(),
    'a Headers object': (value) => inspect(new Headers({ key: String(value) })),
    'a stack': (value) => {
      try {
        throw Object.assign(new Error('x'), { value });
      } catch (error) {
        return inspect(error, { depth: 9 });
      }
    },
  };

  it.each(Object.entries(sinks))('by a Secret in %s', (_sink, show) => {
    expect(collectLeaks(show(new Secret(canary)), [canary])).toEqual([]);
  });

  it.each(Object.entries(good))('by the source and the credential of %s', async (_case, make) => {
    const source = await make();
    const credential = await source.load({ runtime: createManualRuntime(), refresh: false });
    expect(collectLeaks([source, source.description, credential], [canary])).toEqual([]);
    vi.unstubAllEnvs();
    expect(process.env[name]).toBeUndefined();
  });
});
