import { type Peer, peerError } from '@org/core/basics';
import type { RoutingWarning } from '../../driver.ts';
import type { WriteStep } from './decode-routes.ts';

export const instructionsPeer: Peer = {
  feature: "osrm({ instructions: 'osrm-text-instructions' })",
  name: 'osrm-text-instructions',
  from: '0.15.0',
};

/** What writes the instructions in a language, with a warning if there are none in it. */
export type Instructions = (language: string) => {
  readonly write: WriteStep;
  readonly warnings: readonly RoutingWarning[];
};

// Source: Project-OSRM/osrm-text-instructions 0.15.0, languages/translations.
const languages = new Map(
  'ar ca da de en eo es es-ES fi fr he hu id it ja ko my nl no pl pt-BR pt-PT ro ru sl sv tr uk vi yo zh-Hans'
    .split(' ')
    .map((tag) => [tag.toLowerCase(), tag]),
);

// Its types of the wire, v5. It prints others to the console.
const types = new Set(
  [
    'arrive',
    'continue',
    'depart',
    'end of road',
    'fork',
    'merge',
    'new name',
    'notification',
    'off ramp',
  ].concat(['on ramp', 'rotary', 'roundabout', 'roundabout turn', 'exit roundabout', 'exit rotary', 'turn']),
);

interface Compiler {
  compile(language: string, step: object, leg: { legIndex: number; legCount: number }): string;
}

/**
 * Loads the package osrm-text-instructions.
 *
 * @throws ConfigurationError if it is not installed
 */
export async function loadInstructions(): Promise<Instructions> {
  const { default: osrmTextInstructions } = await load();
  const compiler = osrmTextInstructions('v5');
  return (language) => {
    const known = knownLanguage(language);
    return {
      write(step, legIndex, legCount) {
        const { type } = step.maneuver;
        const maneuver = { ...step.maneuver, type: types.has(type) ? type : 'turn' };
        try {
          return compiler.compile(known ?? 'en', { ...step, maneuver }, { legIndex, legCount });
        } catch {
          // It refuses a turn without a direction, and bearings above 360.
          return undefined;
        }
      },
      warnings: known === undefined ? [inEnglish(language)] : [],
    };
  };
}

// Written as in text-from-html of @org/email: bundlers must not fail without the package.
async function load(): Promise<{ readonly default: (version: 'v5') => Compiler }> {
  try {
    // @ts-expect-error The package has no types.
    return await import(/* webpackIgnore: true */ 'osrm-text-instructions');
  } catch (cause) {
    throw peerError(instructionsPeer, undefined, cause);
  }
}

/** The package's language for a tag: `pt` is Brazil's, `zh-CN` the simplified script, `nb` is `no`. */
function knownLanguage(tag: string): string | undefined {
  const locale = new Intl.Locale(tag.replaceAll('_', '-'));
  const { language, script, region } = locale.maximize();
  const own = language === 'nb' || language === 'nn' ? 'no' : language;
  const candidates = [locale.baseName, `${own}-${region}`, `${own}-${script}`, own].map((name) =>
    name.toLowerCase(),
  );
  return candidates.map((name) => languages.get(name)).find((name) => name !== undefined);
}

function inEnglish(language: string): RoutingWarning {
  const message = `The instructions are in English: osrm-text-instructions has none in ${language}.`;
  return { kind: 'not-honoured', message };
}
