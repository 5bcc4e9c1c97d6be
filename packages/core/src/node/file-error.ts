import { ConfigurationError } from '../errors/caller-errors.ts';
import { OrgError, type Outcome } from '../errors/org-error.ts';

/**
 * A file could not be read or written, because the disk is full or failed. Earlier entries of the file are
 * safe; `cause.code` is the code of the operating system: `ENOSPC`. @public
 */
export class FileError extends OrgError {
  static override readonly family: string = 'FileError';
  declare readonly code: 'file';
}

const wrongPaths = new Map([
  ['ENOENT', 'The folder does not exist: create it, or use another path.'],
  ['ENOTDIR', 'A part of the path is not a folder: use another path.'],
  ['EISDIR', 'It is a folder: use the path of a file.'],
  ['EACCES', 'This user may not write there: change the permissions, or use another path.'],
  ['EPERM', 'This user may not write there: change the permissions, or use another path.'],
  ['EROFS', 'The file system is read-only: use another path.'],
  ['ENAMETOOLONG', 'The path is too long: use a shorter one.'],
  ['ELOOP', 'The path has too many symbolic links: use another path.'],
]);
const fullDisk = ['ENOSPC', 'EDQUOT', 'EFBIG'];

/** Maps an error of `node:fs` from opening a file. Other values stay as they are. */
export function toOpenError(error: unknown, path: string): unknown {
  const advice = wrongPaths.get(codeOf(error) ?? '');
  if (advice === undefined) return toFileError(error, path, 'not-sent');
  const message = `The file ${path} could not be opened (${codeOf(error)}). ${advice}`;
  return new ConfigurationError({ message, outcome: 'not-sent', cause: error });
}

/** Maps an error of `node:fs` from reading or writing an open file. Other values stay as they are. */
export function toFileError(error: unknown, path: string, outcome?: Outcome): unknown {
  const code = codeOf(error);
  if (code === undefined) return error;
  const advice = fullDisk.includes(code) ? 'Free space on the disk' : 'Check the disk';
  const message =
    `The file ${path} could not be read or written (${code}). Its earlier entries are safe. ` +
    `${advice}, then run again with the same file.`;
  return new FileError({ message, outcome, cause: error });
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'syscall' in error && 'code' in error ? String(error.code) : undefined;
}
