import { findMissingEngine } from '../../map/missing-engine.ts';
import type { SandboxOptions } from '../../sandbox.ts';
import type { commonOptions, OptionValues, ProgramContext } from '../command.ts';
import type { engineOptions } from '../start-options.ts';
import { CommandError } from '../usage-error.ts';
import { askToInstall } from './ask-to-install.ts';
import { engineCommand, enginePackage, installEngine } from './install-engine.ts';
import { findProject } from './package-manager.ts';

/** The parts of an invocation that can offer the engine. */
export type EngineContext = Pick<ProgramContext, 'stdin' | 'stderr' | 'signal'> & {
  readonly options: OptionValues<typeof engineOptions & typeof commonOptions>;
};

/** The options that can start on this machine, with a note about the rest. */
export interface Startable {
  readonly options: SandboxOptions;
  readonly note?: string;
}

/**
 * Offers to install the routing service's engine if it is missing. Without it, the service is disabled,
 * unless the command line asks for the service.
 *
 * @throws {CommandError} if the engine was not installed, the signal's reason on abort
 */
export async function provideEngine(context: EngineContext, options: SandboxOptions): Promise<Startable> {
  const { mail, routing, realtime } = options;
  if (routing === false) return { options };
  const missing = await offerEngine(context);
  if (missing === undefined) return { options };
  const isAskedFor = routing && (routing.osmFile !== undefined || routing.port !== undefined);
  const isAlone = mail === false && realtime === false;
  if (isAskedFor || isAlone) return { options };
  return {
    options: { ...options, routing: false },
    note: `The routing service is disabled. ${missing} To hide this note: --no-routing.`,
  };
}

/**
 * Installs the engine in the project if it is missing, and `--yes` or the user at the terminal says so.
 * Resolves with the reason why it is still missing.
 *
 * @throws {CommandError} if it was not installed, the signal's reason on abort
 */
export async function offerEngine(context: EngineContext): Promise<string | undefined> {
  const missing = findMissingEngine();
  if (missing === undefined) return undefined;
  const { reason, code } = missing;
  if (code !== 'engine-package-missing') return reason;
  const project = findProject(process.cwd(), process.env['npm_config_user_agent']);
  if (project === undefined) return `${reason} ${withNpx}`;
  const { yes, json } = context.options;
  // --json is for programs.
  const isAccepted = yes ?? (json ? false : await askToInstall(project, context));
  if (!isAccepted) {
    const { megabytes } = enginePackage;
    const command = engineCommand(project).join(' ');
    const advice = `Add --yes to install it in ${project.folder}: ${command}.`;
    return `It needs the map engine, ${megabytes} MB. ${advice}`;
  }
  await installEngine(project, context);
  if (findMissingEngine() === undefined) {
    context.stderr.write(`sandbox: ${enginePackage.name} is installed in ${project.folder}.\n`);
    return undefined;
  }
  throw new CommandError(
    `The map engine is installed in ${project.folder}, but this process does not find it there. ` +
      'Run the command again.',
  );
}

const withNpx = 'With npx: npx --package @org/sandbox --package @valhallajs/valhallajs@3.6.1 sandbox.';
