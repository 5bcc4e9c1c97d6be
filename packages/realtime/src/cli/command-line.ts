import { parseArgs } from 'node:util';

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
export type DoctorValues = ReturnType<typeof parseCommand>;

/** The command line is wrong: exit code 2. */
export class WrongUsage extends Error {}

/** @throws WrongUsage for unknown or incomplete options, and for the app secret */
export function parseCommand(args: readonly string[]) {
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
