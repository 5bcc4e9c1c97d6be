import { existsSync } from 'node:fs';
import { join } from 'node:path';

type Targets = Readonly<Record<string, unknown>>;

/** Set by bundlers for workers. */
const workers = ['workerd', 'worker', 'edge-light'];

/**
 * The exports or imports of a package, with the static form of each entry for programs in one file: those for
 * workers, and those for Node that a bundler makes, which alone has the condition `module`.
 */
export function withStaticForm(entries: Targets, folder: string): Targets {
  const forms = Object.entries(entries).map(([path, targets]) => {
    const {
      default: otherwise,
      node,
      ...others
    } = (typeof targets === 'string' ? {} : targets) as Record<string, string>;
    const form = formOf(otherwise);
    if (otherwise === undefined || !existsSync(join(folder, form))) return [path, targets];
    const ofWorkers = Object.fromEntries(workers.map((condition) => [condition, form]));
    const ofNode = { module: formOf(node ?? otherwise), ...(node && { default: node }) };
    return [path, { ...others, ...ofWorkers, node: ofNode, default: otherwise }];
  });
  return Object.fromEntries(forms);
}

const formOf = (path = '') => path.replace('./dist/', './dist/static/');
