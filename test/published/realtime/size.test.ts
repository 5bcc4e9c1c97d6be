import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { root } from '../../../scripts/package-entries.ts';

const client = `export { createRealtimeClient } from '@org/realtime';`;
const typed = `export { createRealtimeClient, defineChannel } from '@org/realtime';`;
const tabs = `${client} export { sharedSocket } from '@org/realtime/shared-socket';`;

/** The limits in kB that the guide states, by part. */
const stated = new Map(
  [
    ...readFileSync(`${root}packages/realtime/docs/browsers.md`, 'utf8').matchAll(
      /^\| `?([\w-]+)`? \| ([\d.]+) kB \|/gm,
    ),
  ].map(([, part = '', kilobytes]) => [part, Number(kilobytes) * 1_000]),
);

/** The gzipped sizes of a program's files: those that load with it together, and the others by entry. */
async function sizesOf(program: string) {
  const { outputFiles, metafile } = await build({
    stdin: { contents: program, resolveDir: `${root}examples` },
    bundle: true,
    minify: true,
    splitting: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'browser',
    outdir: `${root}out`,
    absWorkingDir: root,
  });
  const first = new Set<string>();
  const visit = (path: string): void => {
    if (first.has(path)) return;
    first.add(path);
    for (const { kind, path: next } of metafile.outputs[path]?.imports ?? [])
      if (kind === 'import-statement') visit(next);
  };
  visit('out/stdin.js');
  const later = new Map<string, number>();
  let now = 0;
  for (const { path, contents } of outputFiles) {
    const { length } = gzipSync(contents, { level: 9 });
    const name = relative(root, path);
    if (first.has(name)) now += length;
    else later.set(/([\w-]+)-\w+\.js$/.exec(name)?.[1] ?? name, length);
  }
  return { now, later };
}

describe('what a page with a realtime client loads', () => {
  it('with the page', async () => {
    const [{ now }, shared, defined] = await Promise.all([sizesOf(client), sizesOf(tabs), sizesOf(typed)]);
    expect(now).toBeLessThanOrEqual(stated.get('client') ?? 0);
    expect(shared.now - now).toBeLessThanOrEqual(stated.get('sharedSocket') ?? 0);
    expect(defined.now - now).toBeLessThanOrEqual(stated.get('defineChannel') ?? 0);
  });

  it('later', async () => {
    const { later } = await sizesOf(client);
    const withPage = ['client', 'sharedSocket', 'defineChannel'];
    const parts = [...stated].filter(([part]) => !withPage.includes(part));
    expect(parts.length).toBeGreaterThan(3);
    for (const [part, most] of parts) expect(later.get(part), part).toBeLessThanOrEqual(most);
    // Core's pipeline is not a part: a realtime client makes no calls.
    expect([...later.keys()].filter((part) => /^(?:ky|call-parts|inference)/.test(part))).toEqual([]);
  });
});
