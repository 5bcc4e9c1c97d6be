import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect } from 'vitest';
import { cached } from '../../../../routing/test/peers/support/cache.ts';
import { npmInstall } from '../../../../routing/test/peers/support/npm-install.ts';
import { obtain } from '../../../../routing/test/peers/support/obtain.ts';
import type { Foreign } from './mailpit-clients.ts';

/** The folder that a package of others is installed into. */
export function installSdkFolder(name: string, version: string): Promise<string> {
  const folder = `sdk-${name.replaceAll(/[@/]+/g, '-')}-${version}`;
  return cached(folder, (target) => npmInstall(target, { dependencies: { [name]: version } }));
}

/** A package of others, or `undefined` where it cannot be installed. */
export function installSdk(name: string, version: string): Promise<Foreign | undefined> {
  return obtain(`${name} ${version}`, async () => {
    const directory = await installSdkFolder(name, version);
    return createRequire(join(directory, 'index.js'))(name) as Foreign;
  });
}

/** A call of an operation and the part of its answer that matters, also as a function that checks it. */
export type Row = readonly [operation: string, call: () => Promise<Foreign>, answer: Foreign];

/** The operations of an SDK: those with rows, and those that the sandbox names and does not have. */
export interface OperationTable {
  readonly title: string;
  /** What the SDK itself has. */
  readonly surface: readonly string[];
  readonly rows: readonly Row[];
  /** Answered 501, with the name of the operation. */
  readonly leftOut?: readonly Row[];
  /** Why the sandbox is not asked: the operation has nothing to do with mail. */
  readonly unrelated?: readonly string[];
}

/** Calls the rows in order, prints how many operations are answered, and returns what is not as it should. */
export async function runTable({ title, surface, rows, leftOut = [], unrelated = [] }: OperationTable) {
  const failures = new Map<string, string>();
  const note = (name: string, reason: string) =>
    void (failures.has(name) || failures.set(name, `${name}: ${reason}`));
  const named = new Set([...rows, ...leftOut].map(([name]) => name).concat(unrelated));
  for (const name of surface) if (!named.has(name)) note(name, 'has no row');
  for (const name of named) if (!surface.includes(name)) note(name, 'is not an operation of the SDK');
  for (const [name, call, answer] of rows) {
    try {
      const given = await bounded(call);
      if (typeof answer === 'function') await answer(given);
      else if (answer !== undefined) expect(given).toMatchObject(answer);
    } catch (error) {
      note(name, textOf(error).replaceAll(/\s+/g, ' ').slice(0, 900));
    }
  }
  const answered = new Set(rows.map(([name]) => name).filter((name) => !failures.has(name)));
  for (const [name, call] of leftOut) {
    const error = await bounded(call).then(
      () => 'was answered',
      (reason: unknown) => reason,
    );
    if (!/501/.test(textOf(error))) note(name, `no 501: ${textOf(error).slice(0, 200)}`);
  }
  const of = surface.length - unrelated.length;
  console.info(`${title}: operations: ${answered.size} of ${of} answered, ${leftOut.length} named as 501`);
  return [...failures.values()];
}

/** Message, status and body of an error, as the SDKs keep them in different places. */
function textOf(error: unknown): string {
  const { message, name, status, statusCode, $metadata, details, body, response, actual } = (error ??
    {}) as Foreign;
  const http = status ?? statusCode ?? $metadata?.httpStatusCode ?? response?.status ?? response?.statusCode;
  const content = actual ?? details ?? body ?? response?.data ?? response?.text;
  return `${http ?? ''} ${name ?? ''} ${message ?? String(error)} ${content ? JSON.stringify(content) : ''}`;
}

function bounded<Value>(call: () => Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('no answer in 5 s')), 5000);
    void Promise.resolve()
      .then(call)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}
