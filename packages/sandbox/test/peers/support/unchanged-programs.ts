import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cached } from '../../../../routing/test/peers/support/cache.ts';
import { npmInstall } from '../../../../routing/test/peers/support/npm-install.ts';
import { run } from '../../../../routing/test/peers/support/process.ts';
import { installPythonPackage } from '../../../../routing/test/peers/support/python.ts';

/** A program with a real SDK and nothing about the sandbox: command, arguments, folder, variables. */
export interface UnchangedProgram {
  readonly command: readonly string[];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

const nodeSdks = {
  '@aws-sdk/client-s3': '3.1175.0',
  '@aws-sdk/client-ses': '3.1169.0',
  '@aws-sdk/client-sesv2': '3.1176.0',
  resend: '6.38.0',
};

/** Node's SDKs in one folder. */
export function installNodeSdks(): Promise<string> {
  const name = `sdks-of-environment-${nodeSdks['@aws-sdk/client-sesv2']}`;
  return cached(name, (target) => npmInstall(target, { dependencies: nodeSdks }));
}

/** Python's SDK with the file of a program; `requirement` is `resend==2.52.0`. */
export async function pythonProgram(requirement: string, program: string): Promise<UnchangedProgram> {
  const { python, directory } = await installPythonPackage(requirement, { minimum: '3.10' });
  return { command: [python, '-c', program], env: { PYTHONPATH: directory } };
}

/** A compiled program of Go, with one module. */
export async function goProgram(
  name: string,
  requirement: string,
  program: string,
): Promise<UnchangedProgram> {
  const directory = await cached(name, async (target) => {
    await mkdir(target, { recursive: true });
    await writeFile(join(target, 'go.mod'), `module program\n\ngo 1.24\n\nrequire ${requirement}\n`);
    await writeFile(join(target, 'main.go'), program);
    const go = { command: 'go', cwd: target, timeoutMs: 115_000 };
    await run({ ...go, args: ['mod', 'tidy'] });
    await run({ ...go, args: ['build', '-o', 'program', '.'] });
  });
  return { command: [join(directory, 'program')] };
}
