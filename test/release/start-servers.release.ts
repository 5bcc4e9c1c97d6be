// The start pages of servers: what each says, from an empty folder to the mail in the sandbox's inbox.
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createNewcomer, type Newcomer } from './support/newcomer.ts';
import { bunPath, newestNode, noteOf } from './support/quick-start.ts';
import { browserPages, follow, startPages } from './support/start-page.ts';

/** Runtimes beside Node: a program, and its names. */
const runtimes: Readonly<Record<string, { readonly path: string; readonly names: readonly string[] }>> = {
  bun: { path: bunPath, names: ['bun', 'bunx'] },
  deno: { path: process.env['DENO_PATH'] ?? '', names: ['deno'] },
};
// Deno holds back what was published today.
const files = { 'deno.json': '{ "minimumDependencyAge": 0 }' };

it('a start page has at most 250 words', () => {
  const long = startPages.filter(({ text }) => text.split(/\s+/).length > 250);
  expect(long.map(({ name }) => name)).toEqual([]);
});

for (const page of startPages.filter(({ name }) => !browserPages.includes(name))) {
  const { path = newestNode, names = [] } = runtimes[page.name] ?? {};
  const needs = [newestNode, path];
  it.skipIf(needs.includes(''))(`${page.name}${noteOf(...needs)}`, async () => {
    const newcomer = await createNewcomer(newestNode);
    addPrograms(newcomer, path, names);
    const sandbox = await follow(page, newcomer, { files });
    expect(await (await fetch(`${sandbox}api/messages`)).text()).toContain('Your order');
  });
}

/** Puts a program where the newcomer's shell finds it. */
function addPrograms({ home }: Newcomer, path: string, names: readonly string[]): void {
  mkdirSync(join(home, 'bin'));
  for (const name of names) symlinkSync(path, join(home, 'bin', name));
}
