import { join } from 'node:path';
import { build } from 'esbuild';
import { cached } from '../../../../routing/test/peers/support/cache.ts';
import { npmInstall } from '../../../../routing/test/peers/support/npm-install.ts';

/** Clients of routing services for pages, as of 29 November 2026. */
const dependencies = {
  leaflet: '1.9.4',
  'leaflet-routing-machine': '3.2.12',
  'maplibre-gl': '5.24.1',
  '@maplibre/maplibre-gl-directions': '0.9.1',
  'openrouteservice-js': '0.4.1',
};

export function installMapClients(): Promise<string> {
  return cached('map-clients-1', (target) => npmInstall(target, { dependencies }));
}

/** A page whose script is a module that may import the clients. It sets `globalThis.result`. */
export async function renderMapPage(directory: string, script: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: script, resolveDir: directory, sourcefile: join(directory, 'page.js') },
    bundle: true,
    write: false,
    format: 'iife',
    loader: { '.css': 'empty', '.png': 'dataurl', '.svg': 'dataurl' },
    logLevel: 'silent',
  });
  const code = outputFiles[0]?.text.replaceAll('</script', '<\\/script');
  return `<!doctype html><div id="map" style="width:400px;height:300px"></div><script>${code}</script>`;
}
