import type { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
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
  --cluster <name>           REALTIME_CLUSTER by default
  --no-tls                   plain ws, which is the default on this machine only
  --channel <name>           a private or presence channel, for which a token is requested from
  --endpoint <url>           the endpoint for authorisation
  --timeout-ms <n>           of all checks together (10000)
  --json                     JSON on stdout

The app secret is read from the environment, never from arguments. Exit codes: 0 all checks are ok;
1 one failed; 2 wrong command line.

  --version, -h, --help
`;

const options = {
  'app-key': { type: 'string' },
  host: { type: 'string' },
  port: { type: 'string' },
  cluster: { type: 'string' },
  'no-tls': { type: 'boolean' },
  channel: { type: 'string' },
  endpoint: { type: 'string' },
  'timeout-ms': { type: 'string' },
  json: { type: 'boolean' },
} as const;

/** The command line, as given. */
export type DoctorValues = ReturnType<typeof parse>;

/** The command line is wrong: exit code 2. */
class WrongUsage extends Error {}

/** Runs the command. The exit code is 0; 1 if a check failed; 2 for a wrong command line. */
export async function runProgram({ args, env, stdout, stderr, version }: ProgramContext): Promise<number> {
  const [name = '', ...rest] = args;
  try {
    if (name === 'help' || args.includes('--help') || args.includes('-h')) stdout.write(usage);
    else if (name === '--version' || name === '-v') stdout.write(`${version}\n`);
    else if (name !== 'doctor') throw new WrongUsage('The command is "doctor". See --help.');
    else {
      const values = parse(rest);
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

function parse(args: readonly string[]) {
  const secret = args.map((arg) => arg.replace(/=.*/s, '')).find((arg) => /^--?(?:app-?)?secret$/i.test(arg));
  if (secret !== undefined)
    throw new WrongUsage(
      `${secret} is refused: other users see the arguments of a process, and shells keep them. Set ` +
        'REALTIME_APP_SECRET, or the path of a file with it as REALTIME_APP_SECRET_FILE.',
    );
  try {
    return parseArgs({ args: [...args], options, strict: true }).values;
  } catch (error) {
    const [problem = ''] = (error instanceof Error ? error.message : String(error)).split(/\. |\n/);
    throw new WrongUsage(`${problem.replace(/\.$/, '')}. See --help.`);
  }
}

// A terminal would act on control characters.
const printable = (text: string): string => text.replaceAll(/\p{Cc}+/gu, ' ');

function textOf({ client, server }: Halves): string {
  const lines = String(client).split('\n').map(printable);
  return [...lines, '', 'Server', `  ${server.outcome} ${printable(server.detail)}`, ''].join('\n');
}
