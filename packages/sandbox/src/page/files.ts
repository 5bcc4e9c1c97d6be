import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';

const names = ['app.js', 'app.css', 'client.js'];

/** The scripts and the style of the page, by name, from the folder of the built package. */
export async function readPageFiles(): Promise<ReadonlyMap<string, Uint8Array>> {
  const files = await Promise.all(
    names.map(async (name) => {
      const compressed = await readFile(new URL(`./app/${name}.gz`, import.meta.url));
      return [name, gunzipSync(compressed)] as const;
    }),
  );
  return new Map(files);
}
