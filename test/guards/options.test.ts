import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { callOptionNames, engineOptionNames } from '../../packages/core/src/driver/index.ts';
import { publishedPackages, root } from '../../scripts/package-entries.ts';
import { sourceFiles } from './source-files.ts';

/** Public functions that take options and pass each of them to a function that refuses unknown ones. */
const elsewhere: Readonly<Record<string, string>> = {
  createServiceClient: 'createEngine()',
  createRealtimeClient: 'resolveOptions()',
  createCentrifugoClient: 'resolveOptions()',
  smtp: 'refuseUnknownOptions()',
  httpEmailService: 'the driver',
  emailWebhooks: 'the driver',
  sandboxForWorker: 'startSandbox()',
  httpRoutingService: 'the driver',
  engineOptionsOf: 'it picks some of them',
  withCallDefaults: 'the call',
  parseOptions: 'the arguments of a command',
  createFakeDriver: 'the driver',
  constantTimeEqual: 'bytes',
  answerWebhook: 'createWebhookHandler()',
  readClientEvent: 'an event of a webhook',
  useChannel: 'subscriberOptions()',
  withResponse: 'the call',
  oneCall: 'the calls',
  snap: 'a part of a light client, and a function of the sandbox',
  allParts: 'parts of a driver',
  waypointsOn: 'places of a request',
  // A part of another object: more fields mean nothing.
  createRuntime: 'a manual clock has further methods',
  readLine: 'decodePolyline()',
  openMember: 'failover()',
  channelStore: 'subscribe()',
  testRoutingDriver: 'it registers tests',
  signHmac: 'all fields are required',
  verifyHmac: 'all fields are required',
  mergeProviderOptions: "the service's own options",
};

/** The names of all entries, with or without the mark `@public`. */
const exported = new Set(
  publishedPackages().flatMap(({ name }) => {
    const api: Record<string, object> = JSON.parse(readFileSync(`${root}packages/${name}/api.json`, 'utf8'));
    return Object.values(api).flatMap((entry) => Object.keys(entry));
  }),
);

/** A function declaration to its end. */
const declaration = /export (?:async )?function (\w+)[\s\S]*?\n\}\n/g;

const takingOptions = sourceFiles()
  .filter(({ path }) => path.startsWith('packages/'))
  .flatMap(({ path, text }) =>
    [...text.matchAll(declaration)].map(([whole, name = '']) => ({ path, name, whole })),
  )
  .filter(
    ({ name, whole }) =>
      exported.has(name) &&
      /\b(?:options|given|overrides)\??: (?!number|unknown|Uint8Array)|\}: \w*Options\b/.test(whole),
  );

/** The service of a driver refuses; both of its entries open it. */
const routingServices =
  /\bcreate(?:Generic|Google|GraphHopper|Mapbox|Openrouteservice|Osrm|Stadia|Valhalla)\(/;
/** The service of a mail driver refuses, as the tests below prove; both of its entries open it. */
const mailServices = /\b(?!http)[a-z]\w*Service\((?:service, )?options\)/;

/** The functions that refuse: an entry may have the outer one of two with the same name. */
const refusing = new Set(
  takingOptions
    .filter(
      ({ whole }) =>
        /\b(?:refuseUnknown|requireOptions|readOptions)[(<]/.test(whole) ||
        mailServices.test(whole) ||
        routingServices.test(whole),
    )
    .map(({ name }) => name),
);

describe('an option that a function does not know', () => {
  it('is refused by every public function with options', () => {
    const open = takingOptions
      .filter(({ name }) => !refusing.has(name) && elsewhere[name] === undefined)
      .map(({ path, name }) => `${path}: ${name}`);
    expect(takingOptions.length).toBeGreaterThan(90);
    expect(open).toEqual([]);
  });

  it('the list of exceptions has no name too many', () => {
    const names = takingOptions.filter(({ name }) => !refusing.has(name)).map(({ name }) => name);
    expect(Object.keys(elsewhere).filter((name) => !names.includes(name))).toEqual([]);
  });
});

describe('the service of a mail driver', () => {
  const services = sourceFiles()
    .filter(({ path }) => /^packages\/email\/src\/drivers\/\w+\/service\.ts$/.test(path))
    .flatMap(({ text }) => [...text.matchAll(declaration)])
    .filter(([, name = '']) => name.endsWith('Service'));

  it('is there for each driver', () => expect(services.length).toBeGreaterThan(10));

  it.each(services.map(([whole, name = '']) => ({ name, whole })))('$name refuses', ({ whole }) => {
    // `httpEmailService` refuses where it is told the names.
    const isTold = /\bhttpEmailService\((?:\w+|\{[^}]*\}), options, [{n]/.test(whole);
    expect(isTold || /\brefuseUnknown(?:Options)?\((?:'\w+', )?options,/.test(whole)).toBe(true);
  });
});

describe('the function that makes the driver of both entries', () => {
  const makers = sourceFiles()
    .filter(({ path }) => /^packages\/routing\/src\/drivers\/.*\/create-\w+\.ts$/.test(path))
    .flatMap(({ text }) => [...text.matchAll(declaration)])
    .filter(([whole]) => /\bopen: OpenService</.test(whole))
    // A preset opens the driver of its engine with options of its own.
    .filter(([, name]) => name !== 'createOsrmDriver');

  it('is known by its name above', () => {
    expect(makers).toHaveLength(8);
    expect(makers.filter(([, name]) => !routingServices.test(`${name}(`))).toEqual([]);
  });

  it.each(makers.map(([whole, name = '']) => ({ name, whole })))('$name refuses', ({ whole }) => {
    expect(whole).toMatch(/\brefuseUnknown\(options,/);
  });
});

describe('the page of options', () => {
  const page = readFileSync(`${root}packages/core/docs/options.md`, 'utf8');

  it.each([
    ['Of a client', engineOptionNames],
    ['Of a call', callOptionNames],
  ])('%s: has every option, and no other', (title, names) => {
    const section = page.split(`## ${title}\n`)[1]?.split('\n## ')[0] ?? '';
    const cells = [...section.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, cell = '']) => cell.split(', '));
    expect(cells.map((cell) => cell.replaceAll('`', '')).sort()).toEqual(Object.keys(names).sort());
  });
});
