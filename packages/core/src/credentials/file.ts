import { CredentialError } from '../errors/caller-errors.ts';
import { propertyOf } from '../options/own.ts';
import { builtinModule, type FileSystem } from './platform.ts';
import type { CredentialSource } from './source.ts';
import { credentialOf } from './value.ts';

const maxFileBytes = 64 * 1024;

/**
 * A credential in a file, as Docker and Kubernetes mount secrets. Line breaks at the end are ignored. A
 * missing file means *not here*. A blank, oversized (64 KiB) or unreadable file is a `CredentialError` with
 * the path and without the content. @public
 *
 * @example
 * const email = createEmailClient({ driver: plunk({ apiKey: fromFile('/run/secrets/plunk-key') }) });
 */
export function fromFile(path: string): CredentialSource {
  const description = `file ${path}`;
  return {
    description,
    async load({ signal }) {
      const text = await readTextFile(path, signal);
      return text === undefined
        ? undefined
        : credentialOf(text.replace(/(?<![\r\n])[\r\n]+$/, ''), description);
    },
  };
}

/** The text of a small regular file; `undefined` when there is no such file. */
export async function readTextFile(path: string, signal?: AbortSignal): Promise<string | undefined> {
  signal?.throwIfAborted();
  const files = builtinModule<FileSystem>('node:fs/promises');
  if (files === undefined) throw unusable(path, 'this platform has no file system');
  try {
    const stats = await files.stat(path);
    if (!stats.isFile()) throw unusable(path, stats.isDirectory() ? 'it is a directory' : 'it is not a file');
    if (stats.size > maxFileBytes) throw unusable(path, 'it is larger than 64 KiB');
    const bytes = await files.readFile(path);
    signal?.throwIfAborted();
    if (bytes.length > maxFileBytes) throw unusable(path, 'it is larger than 64 KiB');
    return decode(path, bytes);
  } catch (error) {
    if (CredentialError.isInstance(error) || signal?.aborted) throw error;
    const code = propertyOf(error, 'code');
    if (code === 'ENOENT') return undefined;
    throw unusable(path, typeof code === 'string' ? code : 'reading it failed');
  }
}

function decode(path: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw unusable(path, 'it is not UTF-8 text');
  }
}

function unusable(path: string, reason: string): CredentialError {
  return new CredentialError({ message: `The credential file ${path} cannot be used: ${reason}.` });
}
