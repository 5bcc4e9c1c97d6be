import { readPageFiles } from '#page-files';
import type { SandboxResponse } from '../http/exchange.ts';
import { renderTownMapStyle } from './town/town-svg-style.ts';

/** The responses for the script and the style of the page, by file name. */
export async function createAssets(): Promise<ReadonlyMap<string, SandboxResponse>> {
  const files = await readPageFiles();
  const text = (name: string): string => new TextDecoder().decode(files.get(name));
  return new Map([
    ['app.js', respond('text/javascript', text('app.js'))],
    ['client.js', respond('text/javascript', text('client.js'))],
    ['page.css', respond('text/css', text('app.css') + renderTownMapStyle('auto'))],
  ]);
}

function respond(type: string, body: string): SandboxResponse {
  return { status: 200, headers: { 'content-type': `${type}; charset=utf-8` }, body };
}
