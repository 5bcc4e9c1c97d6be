import { readFile } from 'node:fs/promises';

const names = ['app.js', 'app.css'];

/** The script and the style of the page, by name, from the folder of the built package. */
export async function readPageFiles(): Promise<ReadonlyMap<string, Uint8Array>> {
  const files = await Promise.all(
    names.map(async (name) => [name, await readFile(new URL(`./app/${name}`, import.meta.url))] as const),
  );
  return new Map(files);
}
