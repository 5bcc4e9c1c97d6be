import { join } from 'node:path';
import { cached } from '../../../../routing/test/peers/support/cache.ts';
import { npmInstall } from '../../../../routing/test/peers/support/npm-install.ts';

/** The folder of packages that make HTML of templates, and of what a preview needs. */
export async function installRenderers(): Promise<string> {
  const dependencies = {
    '@react-email/render': '2.3.1',
    'react-email': '6.11.13',
    react: '19.3.1',
    'react-dom': '19.3.1',
    mjml: '5.4.1',
    vue: '3.5.45',
    '@vue-email/render': '0.0.9',
    esbuild: '0.28.2',
  };
  const directory = await cached('mail-renderers-1', (target) => npmInstall(target, { dependencies }));
  return join(directory, 'node_modules');
}
