import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** The certificate of a sandbox, for clients that are to trust it. */
export interface SandboxCertificate {
  /** PEM. */
  readonly certificate: string;
  /** A file with it, for `NODE_EXTRA_CA_CERTS`. */
  readonly file: string;
}

/**
 * Writes the certificate to `ca.pem` of a folder, or of a temporary one, which `close` removes. The file also
 * has the certificates that this process trusts by `NODE_EXTRA_CA_CERTS`, because a variable has one file.
 */
export async function writeCertificate(
  certificate: string,
  folder: string | undefined,
): Promise<SandboxCertificate & { close(): Promise<void> }> {
  const directory = folder === undefined ? await mkdtemp(join(tmpdir(), 'sandbox-tls-')) : resolve(folder);
  await mkdir(directory, { recursive: true });
  const file = join(directory, 'ca.pem');
  await writeFile(file, certificate + readOthers(process.env['NODE_EXTRA_CA_CERTS'], file));
  const close = async () => {
    if (folder === undefined) await rm(directory, { recursive: true, force: true });
  };
  return { certificate, file, close };
}

function readOthers(path: string | undefined, own: string): string {
  if (!path || resolve(path) === own) return '';
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // Node ignores it too
  }
}
