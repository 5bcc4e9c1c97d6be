import { AuthenticationError, createRuntime, fromEnv, OrgError, PermissionError } from '@org/core';
import { describe, type ProgramContext, WrongUsage } from '@org/core/command';
import { createEmailClient, type EmailClient } from '../client.ts';
import type { EmailDriver } from '../driver/email-driver.ts';
import { type EmailCapabilities, methodsOf } from '../model/capabilities.ts';
import { AccountSuspendedError } from '../model/errors.ts';
import { parseCommand, print } from './command-line.ts';
import { chosenDrivers, keysOf, openDriver, signsIn } from './services.ts';

interface Check {
  readonly name: 'credential' | 'settings' | 'service';
  readonly outcome: 'ok' | 'failed' | 'skipped';
  readonly detail: string;
}

interface Report extends Partial<Pick<EmailCapabilities, 'limits' | 'batch' | 'idempotency'>> {
  readonly driver: string;
  readonly checks: readonly Check[];
}

/** `email doctor`: keys, settings and address of each driver. */
export async function runDoctor(context: ProgramContext): Promise<number> {
  const values = parseCommand(context.args, {});
  const reports: Report[] = [];
  for (const driver of chosenDrivers(values, context.env)) {
    const credentials = await checkCredentials(driver);
    const isMissing = credentials.some(({ outcome }) => outcome === 'failed');
    const opened = await openDriver(driver, values).catch((error: unknown) => {
      if (error instanceof WrongUsage) throw error;
      return failed('settings', error);
    });
    if ('outcome' in opened) reports.push({ driver, checks: [...credentials, opened] });
    else {
      const { limits, batch, idempotency } = opened.capabilities;
      const missing = { name: 'service', outcome: 'skipped', detail: 'the key is missing' } as const;
      const service = isMissing ? missing : await checkService(opened, await signsIn(driver, values));
      reports.push({ driver, checks: [...credentials, service], limits, batch, idempotency });
    }
  }
  print(context, values, reports, linesOf);
  return reports.some(({ checks }) => checks.some(({ outcome }) => outcome === 'failed')) ? 1 : 0;
}

function failed(name: Check['name'], error: unknown): Check {
  return { name, outcome: 'failed', detail: describe(error) };
}

/** The detail has the names of the variables, never their values. */
function checkCredentials(driver: string): Promise<Check[]> {
  const { keys, isOpen } = keysOf(driver);
  const name = 'credential';
  return Promise.all(
    keys.map(async (names): Promise<Check> => {
      try {
        const found = await fromEnv(...names).load({ runtime: createRuntime(), refresh: false });
        if (found !== undefined) return { name, outcome: 'ok', detail: found.source };
        const detail = `none of ${names.join(', ')} is set`;
        return { name, outcome: isOpen ? 'skipped' : 'failed', detail };
      } catch (error) {
        return failed(name, error);
      }
    }),
  );
}

async function checkService(driver: EmailDriver, isSignedIn: boolean): Promise<Check> {
  try {
    await using client = createEmailClient({ driver, retry: false, deadlineMs: 20_000 });
    return { name: 'service', ...(await ask(client, driver.capabilities, isSignedIn)) };
  } catch (error) {
    // A restricted key may send and not list.
    const isUndecided = PermissionError.isInstance(error) && !AccountSuspendedError.isInstance(error);
    const detail = `reached; whether the key may send is unknown: ${describe(error)}`;
    return isUndecided ? { name: 'service', outcome: 'skipped', detail } : failed('service', error);
  }
}

const listParts = ['templates', 'suppressions', 'contacts', 'lists'] as const;

/** Signs in, or reads the first page of what the service lists, or asks for an answer of any status. */
async function ask(
  client: EmailClient,
  capabilities: EmailCapabilities,
  isSignedIn: boolean,
): Promise<Pick<Check, 'outcome' | 'detail'>> {
  if (capabilities.verify === true) {
    const { verify } = client as EmailClient & { verify(): Promise<{ readonly isSecure: boolean }> };
    const { isSecure } = await verify();
    const detail = `reached${isSignedIn ? ' and signed in' : ''}, ${isSecure ? 'over' : 'without'} TLS`;
    return { outcome: 'ok', detail };
  }
  const part = listParts.find((each) => methodsOf(capabilities, each).includes('list'));
  if (part !== undefined) {
    const { list } = (client as unknown as Lists)[part];
    for await (const _ of list()) break;
    return { outcome: 'ok', detail: `reached, and the key is accepted (${part}.list)` };
  }
  const { request } = client as EmailClient & { request(request: object): Promise<unknown> };
  const found = await request({ method: 'GET', path: '/' }).catch((error: unknown) => error);
  const { status } = OrgError.isInstance(found) ? found : {};
  if (AuthenticationError.isInstance(found)) throw found;
  if (found instanceof Error && (status === undefined || status >= 500)) throw found;
  // Another server may have answered.
  const detail = 'reached; the driver has no method that tries the key without a mail';
  return { outcome: 'skipped', detail };
}

type Lists = Readonly<Record<(typeof listParts)[number], { list(): AsyncIterable<unknown> }>>;

function linesOf({ driver, checks, limits, batch, idempotency }: Report): string[] {
  const rows = checks.map(
    ({ name, outcome, detail }) => `  ${outcome.padEnd(8)} ${name.padEnd(11)} ${detail}`,
  );
  if (limits === undefined) return [driver, ...rows];
  const known = Object.entries({ ...limits, batch, idempotency }).filter(([, value]) => value !== undefined);
  return [driver, ...rows, `  limits   ${known.map((entry) => entry.join(' ')).join(', ')}`];
}
