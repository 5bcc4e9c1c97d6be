import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/package-entries.ts';
import { run } from '../../scripts/run.ts';

/**
 * The first error of the compiler in each program that has one, with all its lines, by the program's name.
 * The programs are compiled against the declarations that were built, as in a reader's project.
 */
export async function compilePrograms(
  programs: Readonly<Record<string, string>>,
): Promise<ReadonlyMap<string, string>> {
  // Inside `examples`, where the packages resolve as for a reader.
  const folder = mkdtempSync(join(root, 'examples', '.compiled-'));
  try {
    const names = Object.keys(programs);
    // An empty export makes a module of each program: its names are its own.
    for (const [index, code] of Object.values(programs).entries())
      writeFileSync(join(folder, `program-${index}.ts`), `${code}\nexport {};\n`);
    const compilerOptions = { noUnusedLocals: false, customConditions: [] };
    const settings = { extends: join(root, 'tsconfig.base.json'), compilerOptions, include: ['*'] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings));
    // The compiler fails, and the error has what it printed.
    const output = await run('tsc', ['-p', folder, '--pretty', 'false'], { cwd: folder }).catch(String);
    const errors = new Map<string, string>();
    for (const error of output.split(/^(?=\S)/m)) {
      const [, index, text = ''] = /^program-(\d+)\.ts\(\d+,\d+\): error TS\d+: ([\s\S]*)$/.exec(error) ?? [];
      const name = names[Number(index)];
      if (name !== undefined && !errors.has(name)) errors.set(name, text);
    }
    return errors;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
