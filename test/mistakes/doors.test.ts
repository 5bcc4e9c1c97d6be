import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { perMinute } from '@org/core';
import { plunk } from '@org/email/plunk';
import { createRealtimeClient } from '@org/realtime';
import { createRealtimeServerClient } from '@org/realtime/server';
import { valhalla } from '@org/routing/valhalla';
import { type Sandbox, startSandbox } from '@org/sandbox';
import { createTown } from '@org/sandbox/maps';
import { afterAll, describe, expect, it } from 'vitest';
import { publishedPackages, root } from '../../scripts/package-entries.ts';

type Door = (...args: readonly unknown[]) => unknown;

interface Case {
  readonly what: string;
  readonly value: unknown;
  /** How errors call it. */
  readonly kind: string;
}

const wrongShapes: readonly Case[] = [
  { what: 'a string', value: 're_key', kind: 'a string' },
  { what: 'a number', value: 7, kind: '7' },
  { what: 'null', value: null, kind: 'null' },
  { what: 'a list', value: [{}], kind: 'a list' },
  { what: 'a boolean', value: true, kind: 'a boolean' },
  { what: 'a function', value: plunk, kind: 'a function: call it first; callbacks are not taken' },
  { what: 'a class', value: class Options {}, kind: 'a function: call it first; callbacks are not taken' },
  { what: 'a Promise', value: Promise.resolve({}), kind: 'a Promise: await it first' },
  { what: 'a Map', value: new Map(), kind: 'a Map' },
  { what: 'a URL', value: new URL('https://api.example'), kind: 'a URL' },
  { what: 'a Date', value: new Date(0), kind: 'a Date' },
  { what: 'a driver', value: plunk({ apiKey: 'k' }), kind: 'a driver' },
  { what: 'a limit', value: perMinute(100), kind: 'a limit' },
];

const folder = mkdtempSync(join(tmpdir(), 'doors-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const client = { request: () => undefined };
const driver = plunk({ apiKey: 'k' });
const server = createRealtimeServerClient({ appId: '1', key: 'k', secret: 's', cluster: 'eu' });
const realtime = createRealtimeClient({ key: 'k', cluster: 'eu', autoConnect: false });
const sent = () => undefined;
const line = [
  [8.68, 49.41],
  [8.69, 49.42],
];

/** The arguments before the options, where the options are not the first argument. */
const before: Readonly<Record<string, readonly unknown[]>> = {
  'core createLiveSecrets': [['secret']],
  'core fromAwsSecretsManager': [{}],
  'core fromAzureKeyVault': [{}],
  'core fromGoogleSecretManager': [{}],
  'core fromResolver': [sent, 'reference'],
  'core fromVault': [{}],
  'core openEntryFile': [join(folder, 'entries.jsonl')],
  'core toNodeHandler': [sent],

  'core logTo': [sent],
  'core createFetch': [{}],
  'core cachedCredential': ['key'],
  'core streamBody': [''],
  'core headerKey': ['x-key'],
  'core requestSigner': [sent],
  'email signTestWebhook': [driver, {}],
  'email nodemailerTransport': [client],
  'email fileJournal': [join(folder, 'journal.jsonl')],
  'email failover': [[driver]],
  'email generic': [{ name: 'acme' }],
  'email inbound': [sent],
  'email parseMail': ['Subject: Hi\r\n\r\nHi'],
  'routing toGeoJson': [{}],
  'routing toGpx': [{}],
  'routing toKml': [{}],
  'routing nearestDestinations': [{}, 0],
  'routing toCsv': [{}],
  'routing simplifyLine': [line],
  'routing simplifyRoute': [{}],
  'routing drawHeatMap': [{}],
  'routing drawMap': [{}],
  'routing drawText': [{}],
  'routing encodePolyline': [line],
  'routing encodeFlatPolyline': [line.flat()],
  'routing decodePolyline': [''],
  'routing decodeFlatPolyline': [''],
  'routing cleanTrack': [[]],
  'routing matchTrack': [client, []],
  'routing readPlaces': ['lon,lat\n8,49'],
  'routing readTrack': ['lon,lat\n8,49'],
  'routing failover': [[valhalla({ baseUrl: 'http://localhost:8002' })]],
  'routing generic': [{ name: 'acme', profiles: {} }],
  'realtime createAuthHandler': [server],
  'realtime createUserAuthHandler': [server],
  'realtime createWebhookHandler': [server],
  'realtime inspect': [realtime],
  'realtime chunkedCodec': [undefined],
  'realtime gzipCodec': [undefined],
  'realtime batchAuthorizer': [sent],
};

/** Methods of clients, and functions that a program does not import. */
const notExported = ['core request', 'core withOptions', 'realtime authorizeChannel'];

/** Every function that reads options, by its package and name: the sources name them where they read. */
function doorNames(...packages: readonly string[]): readonly string[] {
  return packages.flatMap((name) =>
    globSync(`packages/${name}/src/**/*.ts`, { cwd: root })
      .filter((path) => !path.endsWith('.test.ts'))
      .flatMap((path) => [...readFileSync(`${root}${path}`, 'utf8').matchAll(readsOptions)])
      .map(([, door]) => `${name} ${door}`),
  );
}

const readsOptions = /(?:refuseUnknown|requireOptions|optionsBag|readOptions)[(<][^;]{0,200}?'(\w+)\(\)'/g;

async function exported(door: string): Promise<Door | undefined> {
  const [folder, name = ''] = door.split(' ');
  for (const { entries } of publishedPackages().filter((each) => each.name === folder))
    for (const { specifier } of entries.filter((entry) => apiOf(folder)[entry.path]?.[name] === 'value'))
      return ((await import(specifier)) as Readonly<Record<string, Door>>)[name];
  return undefined;
}

const apiOf = (folder = ''): Readonly<Record<string, Readonly<Record<string, string>>>> =>
  JSON.parse(readFileSync(`${root}packages/${folder}/api.json`, 'utf8'));

const doors = [...new Set(doorNames('core', 'email', 'routing', 'realtime'))].sort();

describe('a value of the wrong shape is answered with the shape, before its names and values', () => {
  it('the doors are those of the sources', () => {
    expect(doors.length).toBeGreaterThan(70);
    expect(Object.keys(before).filter((door) => !doors.includes(door))).toEqual([]);
    expect(notExported.filter((door) => !doors.includes(door))).toEqual([]);
  });

  it.each(doors.filter((door) => !notExported.includes(door)))('%s', async (door) => {
    const call = await exported(door);
    if (call === undefined) throw new Error(`No entry exports ${door}.`);
    const name = door.split(' ')[1];
    for (const { what, value, kind } of wrongShapes)
      for (const rest of [[], [{}]]) {
        const error = await settle(() => call(...(before[door] ?? []), value, ...rest));
        expect(error, `${door} of ${what}`).toMatchObject({ code: 'configuration', outcome: 'not-sent' });
        expect(String(error)).toMatch(new RegExp(`: ${name}\\(\\) takes an object: \\{ \\w+ \\}, not `));
        expect(String(error)).toContain(` not ${kind}.`);
      }
  });

  it.each(doors.filter((door) => !notExported.includes(door)))('%s without any argument', async (door) => {
    const call = await exported(door);
    const error = await settle(() => call?.(...(before[door] ?? [])));
    if (error !== undefined) expect(error, String(error)).not.toBeInstanceOf(TypeError);
  });
});

describe('a misspelt name is answered with the one that was meant', () => {
  const given: Readonly<Record<string, readonly unknown[]>> = {
    'sandbox renderTownMap': [createTown(), {}],
    'sandbox createSandboxHandler': ['http://127.0.0.1:9'],
    'sandbox resource': [{}, '/contacts', {}],
  };
  const ofMachine = ['buildMap', 'buildTiles', 'embedded', 'loadEngine', 'removeOldBuilds', 'startEngine'];
  const named = [...ofMachine.map((name) => `routing ${name}`), ...new Set(doorNames('sandbox'))];

  it('the sandbox has doors', () => expect(named.length).toBeGreaterThan(15));

  let sandbox: Sandbox | undefined;
  afterAll(() => sandbox?.close());
  /** Doors of one service, which a running sandbox has. */
  const inSandbox: Readonly<Record<string, (value: never) => unknown>> = {
    'sandbox reseed': (value) => sandbox?.reseed(value),
    'sandbox testAuthorization': (value) => sandbox?.realtime?.testAuthorization(value),
    'sandbox testAuthEndpoint': (value) => sandbox?.realtime?.testAuthEndpoint(value),
    'sandbox startPageService': (page) =>
      startSandbox({ mail: false, realtime: false, routing: false, page }),
    'sandbox startSmtpRelay': (smtp) =>
      startSandbox({ mail: { smtp }, realtime: false, routing: false, page: false }),
  };

  it.each(named)('%s', async (door) => {
    const call = (await exported(door)) ?? (inSandbox[door] as Door | undefined);
    if (call === undefined) throw new Error(`No entry exports ${door}, and no sandbox has it.`);
    sandbox ??= await startSandbox({ routing: false, page: false });
    const first = given[door] ?? [];
    const shape = String(await settle(() => call(...first, 5)));
    const [, name = ''] = /takes an object: \{ (\w+) \}/.exec(shape) ?? [];
    const error = await settle(() => call(...first, { [`${name}z`]: 5 }));
    expect(String(error)).toContain(`has no option "${name}z". Did you mean "${name}"?`);
  });
});

/** The error of a call, synchronous or not; `undefined` without one. */
async function settle(call: () => unknown): Promise<unknown> {
  try {
    await (async () => call())();
    return undefined;
  } catch (error) {
    return error;
  }
}
