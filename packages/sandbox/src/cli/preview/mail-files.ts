import { readdir, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/** The files of a folder, by their path. The value changes with the content. */
export type FileVersions = ReadonlyMap<string, string>;

const mail = /\.(?:html?|mjml|[jt]sx|m?[jt]s)$/;
const noMail = /\.(?:test|spec|stories|config|d)\.[^.]+$/;
const hidden = /^[._]|^(?:node_modules|static)$/;

/**
 * The files of a folder and of those in it, but of `node_modules`, and of names that begin with a dot. A link
 * to a folder is not followed.
 */
export async function readVersions(folder: string): Promise<FileVersions> {
  const found = new Map<string, string>();
  const read = async (directory: string): Promise<void> => {
    // Gone for a moment while a build makes it again.
    const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(directory, entry.name);
      const kind = entry.isSymbolicLink() ? await stat(path).catch(() => entry) : entry;
      if (kind.isFile()) found.set(path, await versionOf(path));
      else if (entry.isDirectory() && entry.name !== 'node_modules' && !entry.name.startsWith('.'))
        await read(path);
    }
  };
  await read(folder);
  return found;
}

/** Empty for a file that is gone. */
export async function versionOf(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  return found === undefined ? '' : `${found.mtimeMs} ${found.size}`;
}

/**
 * Whether a file can be a mail: HTML, MJML or a module, not in a folder for parts (`_parts`, `static`). A
 * module without a default export is none; that shows when it runs.
 */
export function isMailFile(folder: string, path: string): boolean {
  const parts = relative(folder, path).split(sep);
  return mail.test(path) && !noMail.test(path) && !parts.some((part) => hidden.test(part));
}

/** The name in the id of its message: no other file has it, and it is one part of a path. */
export const idOf = (name: string): string =>
  name.replace(/[~\\%]/g, (sign) => encodeURIComponent(sign).replace('~', '%7E')).replaceAll('/', '~');

/** `auth/welcome.tsx`, on each system. */
export function nameOf(folder: string, path: string): string {
  return relative(folder, path).split(sep).join('/');
}
