import { existsSync } from 'node:fs';
import { join } from 'node:path';

type Targets = Readonly<Record<string, unknown>>;

/** Set by bundlers for workers. */
const workers = ['workerd', 'worker', 'edge-light'];

/**
 * The exports of a package, with the static form of each entry for programs in one file: those for workers,
 * and those for Node that a bundler makes, which alone has the condition `module`.
 */
export function withStaticForm(exports: Targets, folder: string): Targets {
  const forms = Object.entries(exports).map(([path, targets]) => {
    const { types, default: otherwise } = (typeof targets === 'string' ? {} : targets) as Record<
      string,
      string
    >;
    const form = otherwise?.replace('./dist/', './dist/static/');
    if (form === undefined || !existsSync(join(folder, form))) return [path, targets];
    const ofWorkers = workers.map((condition) => [condition, form]);
    return [path, { types, ...Object.fromEntries(ofWorkers), node: { module: form }, default: otherwise }];
  });
  return Object.fromEntries(forms);
}
