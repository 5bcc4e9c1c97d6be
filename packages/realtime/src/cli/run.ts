import { oneLine, type ProgramContext, printable, runCommand, WrongUsage } from '@org/core/command';
import { parseCommand } from './command-line.ts';
import { diagnoseHalves, type Halves } from './diagnose-halves.ts';

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
export const runProgram = (context: ProgramContext): Promise<number> =>
  runCommand({ name: 'realtime', usage }, context, async (name, { args, env, stdout }) => {
    if (name !== 'doctor') throw new WrongUsage('The command is "doctor". See --help.');
    const values = parseCommand(args);
    const halves = await diagnoseHalves(values, env);
    stdout.write(values.json ? `${JSON.stringify(halves, undefined, 2)}\n` : textOf(halves));
    const failed = [...halves.client.checks, halves.server].some(({ outcome }) => outcome === 'failed');
    return failed ? 1 : 0;
  });

function textOf({ client, server }: Halves): string {
  return [printable(String(client)), '', 'Server', `  ${server.outcome} ${oneLine(server.detail)}`, ''].join(
    '\n',
  );
}
