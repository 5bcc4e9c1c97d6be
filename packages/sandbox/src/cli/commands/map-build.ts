import { isOrgError } from '@org/core';
import { defineCommand, print } from '../command.ts';
import { createProgressLine } from '../progress.ts';
import { engineOptions } from '../start-options.ts';
import { CommandError } from '../usage-error.ts';

/** `sandbox map build area.osm.pbf`: so that the next start with it is quick. */
export const mapBuild = defineCommand({
  name: 'map build',
  usage: '[file.osm.pbf]',
  summary: 'prepare a map for the routing service',
  details: 'It prints the folder of the tiles. Without a file: of the made-up town. Prepared maps are kept.',
  maxArgs: 1,
  options: engineOptions,
  async run(invocation) {
    const [pbfFile] = invocation.args;
    const progress = createProgressLine(invocation.stderr);
    const options = { signal: invocation.signal, onProgress: progress.say };
    try {
      const { offerEngine } = await import('../engine/provide-engine.ts');
      await offerEngine(invocation);
      const { prepareOsm, prepareTown } = await import('../../map/prepare.ts');
      const { tilesDirectory } = await (pbfFile === undefined
        ? prepareTown(options)
        : prepareOsm({ ...options, pbfFile }));
      progress.clear();
      print(invocation, { tilesDirectory }, `${tilesDirectory}\n`);
    } catch (error) {
      if (invocation.signal.aborted || !isOrgError(error)) throw error;
      throw new CommandError(error.message, { cause: error });
    } finally {
      progress.clear();
    }
  },
});
