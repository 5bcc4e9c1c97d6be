import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** A folder of `shared`, which some keep next to the repository. It may be absent. */
export function sharedFolder(name: string): string {
  return `${mainRoot()}../shared/${name}/`;
}

/** The main checkout. In a linked work tree, `.git` is a file that names a folder in it. */
function mainRoot(): string {
  if (!statSync(`${root}.git`, { throwIfNoEntry: false })?.isFile()) return root;
  return /^gitdir: (.*\/)\.git\/worktrees\//.exec(readFileSync(`${root}.git`, 'utf8'))?.[1] ?? root;
}
