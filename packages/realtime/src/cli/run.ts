import type { Writable } from 'node:stream';
import { parseCommand, WrongUsage } from './command-line.ts';
import { diagnoseHalves, type Halves } from './diagnose-halves.ts';

/** The parts of the process that the program uses. */
export interface ProgramContext {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: Writable;
  readonly stderr: Writable;
  readonly version: string;
}

const usage = `Usage: npx @org/realtime doctor [options]

Checks the way to the service, and prints a report without keys: name, port, certificate, clock,
WebSocket, app key and ping; with the app secret in the environment also the server's half.

  --app-key <key>            REALTIME_APP_KEY by default; it is public
  --host <name>, --port <n>  REALTIME_HOST and REALTIME_PORT by default
  --cluster <name>           REALTIME_CLUSTER by default; without options also REALTIME_URL
  --no-tls                   plain ws, which is the default on this machine only
  --channel <name>           a private or presence channel, for which a token is requested from
  --endpoint <url>           the endpoint for authorisation
  --timeout-ms <n>           of the checks of each half (10000)
  --json                     JSON on stdout

The app secret is read from the environment, never from arguments. Exit codes: 0 all checks are ok;
1 one failed; 2 wrong command line.

  --version, -h, --help
`;

/** Runs the command. The exit code is 0; 1 if a check failed; 2 for a wrong command line. */
export async function runProgram({ args, env, stdout, stderr, version }: ProgramContext): Promise<number> {
  const [name = '', ...rest] = args;
  try {
    if (name === 'help' || args.includes('--help') || args.includes('-h')) stdout.write(usage);
    else if (name === '--version' || name === '-v') stdout.write(`${version}\n`);
    else if (name !== 'doctor') throw new WrongUsage('The command is "doctor". See --help.');
    else {
      const values = parseCommand(rest);
      const halves = await diagnoseHalves(values, env);
      stdout.write(values.json ? `${JSON.stringify(halves, undefined, 2)}\n` : textOf(halves));
      const failed = [...halves.client.checks, halves.server].some(({ outcome }) => outcome === 'failed');
      return failed ? 1 : 0;
    }
    return 0;
  } catch (error) {
    stderr.write(`realtime: ${printable(error instanceof Error ? error.message : String(error))}\n`);
    return error instanceof WrongUsage ? 2 : 1;
  }
}

// A terminal would act on control characters.
const printable = (text: string): string => text.replaceAll(/\p{Cc}+/gu, ' ');

function textOf({ client, server }: Halves): string {
  const lines = String(client).split('\n').map(printable);
  return [...lines, '', 'Server', `  ${server.outcome} ${printable(server.detail)}`, ''].join('\n');
}
