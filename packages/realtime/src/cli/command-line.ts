import { type OptionValues, parseOptions, WrongUsage } from '@org/core/command';
import { channelKind } from '../protocol/channel-name.ts';

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

type GivenValues = OptionValues<typeof options>;

/** The options of `doctor`, which fit together. */
export interface DoctorValues extends Omit<GivenValues, 'port' | 'timeout-ms'> {
  readonly port: number | undefined;
  readonly 'timeout-ms': number | undefined;
}

/** @throws WrongUsage for unknown or incomplete options, and for the app secret */
export function parseCommand(args: readonly string[]): DoctorValues {
  const advice = 'Set REALTIME_APP_SECRET, or the path of a file with it as REALTIME_APP_SECRET_FILE.';
  return check(parseOptions(args, options, { names: /^--?(?:app-?)?secret$/i, advice }));
}

/** @throws WrongUsage */
function check(values: GivenValues): DoctorValues {
  const { host, cluster, channel, endpoint } = values;
  if (host !== undefined && cluster !== undefined)
    throw new WrongUsage('--host and --cluster exclude each other. See --help.');
  if ((channel === undefined) !== (endpoint === undefined))
    throw new WrongUsage('--channel and --endpoint need each other. See --help.');
  if (channel !== undefined && !channelKind(channel).private)
    throw new WrongUsage('--channel must be a private or presence channel, such as private-orders.');
  return {
    ...values,
    port: numberOf('--port', values.port, 65_535),
    'timeout-ms': numberOf('--timeout-ms', values['timeout-ms'], 2 ** 31 - 1),
  };
}

function numberOf(name: string, text: string | undefined, most: number): number | undefined {
  if (text === undefined) return undefined;
  const value = /^\d+$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > most) throw new WrongUsage(`${name} must be a number from 1 to ${most}.`);
  return value;
}
