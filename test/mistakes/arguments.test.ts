// Every function for programs, with each kind of value as its first argument, and as the next ones of those
// that take several: it returns, or throws an error of ours.
import { globSync, readFileSync } from 'node:fs';
import { isOrgError } from '@org/core';
import { describe, expect, it } from 'vitest';
import { publishedPackages, root } from '../../scripts/package-entries.ts';

/** Entries for authors of drivers and wires. What a page for users calls of them is for programs. */
const kits = new Set(
  'basics command driver failover headers light mime node parts secrets tables testing webhooks wire'.split(
    ' ',
  ),
);
/** Runs for every point of a line, or for the headers of every response, where nothing is thrown. */
const hot = new Set(['distanceBetween', 'areaOf', 'readNamedRate']);
/** Hooks run in components. */
const ofComponents = './react';

const readPages = (pattern: string) =>
  globSync(pattern, { cwd: root }).map((path) => [path, readFileSync(`${root}${path}`, 'utf8')] as const);
const isForAuthors = (path: string) => /own-(driver|wire)/.test(path);
const pages = readPages('packages/*/{README,docs/*}.md');
const calledIn = (texts: readonly string[]) => new Set(texts.join('\n').match(/(?<![.\w])[a-z]\w+(?=[(<])/g));
const forUsers = calledIn(pages.filter(([path]) => !isForAuthors(path)).map(([, text]) => text));
const forAuthors = calledIn(pages.filter(([path]) => isForAuthors(path)).map(([, text]) => text));

const isDoor = (path: string, name: string) =>
  forUsers.has(name) || !(kits.has(path.slice(2)) || forAuthors.has(name));

const single: readonly unknown[] = [null, undefined, 5, Number.NaN, 'x', true, {}, [], () => {}];
const values: readonly unknown[] = [...single, ...single.map((value) => [value])];
const line = [
  [8, 49],
  [9, 50],
];
const matrix = { durationsSeconds: [[0, 1]] };
const route = { legs: [], geometry: { type: 'LineString', coordinates: line } };
const response = { status: 200, headers: new Headers() };
/** The first arguments of the functions that take further ones. */
const first: Readonly<Record<string, readonly unknown[]>> = {
  createServiceResponse: [response.status, response.headers],
  createLiveSecrets: [['secret']],
  claimWebhook: [undefined],
  toNodeHandler: [() => new Response()],
  fromResolver: [() => 'secret'],
  pointAlong: [line],
  closestPoint: [line],
  splitLine: [line],
  simplifyLine: [line],
  simplifyRoute: [route],
  nearestDestinations: [matrix],
  toCsv: [matrix],
  drawHeatMap: [matrix],
  drawMap: [{ routes: [route] }],
  drawText: [{ routes: [route] }],
  toGeoJson: [{ routes: [route] }],
  toGpx: [{ routes: [route] }],
  toKml: [{ routes: [route] }],
  cleanTrack: [[]],
  readTrack: ['{"type":"Point","coordinates":[8,49]}'],
  readPlaces: ['{"type":"Point","coordinates":[8,49]}'],
  encodePolyline: [line],
  decodePolyline: ['_p~iF~ps|U'],
  encodeFlatPolyline: [[8, 49]],
  decodeFlatPolyline: ['_p~iF~ps|U'],
  gzipCodec: [undefined],
  chunkedCodec: [undefined],
};

async function thrownBy(call: () => unknown): Promise<unknown> {
  try {
    const made = await call();
    await (made as { close?(): unknown } | undefined)?.close?.();
    return undefined;
  } catch (error) {
    return error;
  }
}

type Package = ReturnType<typeof publishedPackages>[number];
type Door = (...given: readonly unknown[]) => unknown;

const entriesOf = ({ entries }: Package) => entries.filter(({ path }) => path !== ofComponents);

/** The functions of an entry for programs, by name: without types, constants and classes. */
async function doorsOf(folder: string, { path, specifier }: Package['entries'][number]) {
  const api = JSON.parse(readFileSync(`${root}packages/${folder}/api.json`, 'utf8'));
  const module: Readonly<Record<string, Door>> = await import(specifier);
  return Object.keys(api[path] ?? {}).flatMap((name): (readonly [name: string, door: Door])[] => {
    const door = isDoor(path, name) && !hot.has(name) ? module[name] : undefined;
    return typeof door !== 'function' || /^class\b/.test(String(door)) ? [] : [[name, door]];
  });
}

const allDoorsOf = async (each: Package) =>
  (await Promise.all(entriesOf(each).map((entry) => doorsOf(each.name, entry)))).flat().map(([name]) => name);

describe.each(publishedPackages())('$name', (each) => {
  it.each(entriesOf(each))('$specifier', async (entry) => {
    for (const [name, door] of await doorsOf(each.name, entry)) {
      const before = Object.hasOwn(first, name) ? [[], first[name] ?? []] : [[]];
      for (const given of before.flatMap((some) => values.map((value) => [...some, value]))) {
        const thrown = await thrownBy(() => door(...given));
        const shown = given.map((each) => JSON.stringify(each) ?? String(each));
        const title = `${name}(${shown}): ${String(thrown)}`;
        if (thrown !== undefined) expect(isOrgError(thrown) || isSentence(thrown), title).toBe(true);
      }
    }
  });

  it('has functions for programs', async () => {
    expect((await allDoorsOf(each)).length).toBeGreaterThan(10);
  });
});

it('the functions that take further arguments are among them', async () => {
  const doors = new Set((await Promise.all(publishedPackages().map(allDoorsOf))).flat());
  expect(Object.keys(first).filter((name) => !doors.has(name))).toEqual([]);
});

/** A TypeError that is not one of the platform. */
function isSentence(error: unknown): boolean {
  return /^TypeError: \w+\(\) (?:needs|was called with) /.test(String(error));
}
