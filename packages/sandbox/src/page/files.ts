import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';

const names = ['app.js', 'app.css', 'client.js'];

/** One file of the folder of the built package: one of the page, or `caniemail.json`. */
export async function readPageFile(name: string): Promise<Uint8Array> {
  return gunzipSync(await readFile(new URL(`./app/${name}.gz`, import.meta.url)));
}

/** The scripts and the style of the page, by name. */
export async function readPageFiles(): Promise<ReadonlyMap<string, Uint8Array>> {
  return new Map(await Promise.all(names.map(async (name) => [name, await readPageFile(name)] as const)));
}
