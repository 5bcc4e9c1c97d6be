import { httpAuthorizer } from '../channels/private/http-authorizer.ts';
import { createRealtimeClient } from '../client.ts';
import type { RealtimeClientOptions } from '../client-options.ts';
import type { DiagnosticCheck, DiagnosticReport } from '../diagnose/report.ts';
import { parseConnectionString } from '../protocol/connection-string.ts';
import { createRealtimeServerClient } from '../server/server-client.ts';
import type { DoctorValues } from './command-line.ts';

const defaultTimeoutMs = 10_000;

type Environment = Readonly<Record<string, string | undefined>>;

/** Both halves of an application, as the program reports them. */
export interface Halves {
  readonly client: DiagnosticReport;
  readonly server: Pick<DiagnosticCheck, 'outcome' | 'detail'>;
}

/** @throws OrgError for an address or a key that is missing or cannot work */
export async function diagnoseHalves(values: DoctorValues, env: Environment): Promise<Halves> {
  const { channel, endpoint, 'timeout-ms': timeoutMs = defaultTimeoutMs } = values;
  const authorize = endpoint === undefined ? undefined : httpAuthorizer({ endpoint });
  const options = { ...connectionOf(values, env), authorize };
  const client = createRealtimeClient(options as RealtimeClientOptions);
  try {
    const [report, server] = await Promise.all([
      client.diagnose({ channel, timeoutMs }),
      checkServer(values, env),
    ]);
    return { client: report, server };
  } finally {
    await client.close();
  }
}

/** Address and key: the options, else those of the URL, else the client reads the variables. */
function connectionOf(values: DoctorValues, env: Environment): { readonly key: string | undefined } {
  const { host, cluster, 'app-key': key } = values;
  const url = env['REALTIME_URL']?.trim();
  const isOfUrl = url && host === undefined && cluster === undefined;
  const ofUrl = isOfUrl ? parseConnectionString('REALTIME_URL', url) : undefined;
  return { ...ofUrl?.address, ...addressOf(values), key: key ?? ofUrl?.key };
}

function addressOf({ host, port, cluster, 'no-tls': noTls }: DoctorValues): object {
  return {
    ...(host !== undefined && { host }),
    ...(port !== undefined && { port }),
    ...(cluster !== undefined && { cluster }),
    ...(noTls && { useTls: false }),
  };
}

/** Lists the channels in use, which needs the secret. */
async function checkServer(values: DoctorValues, env: Environment): Promise<Halves['server']> {
  const variables = ['REALTIME_URL', 'REALTIME_APP_SECRET', 'REALTIME_APP_SECRET_FILE'];
  const variable = variables.find((name) => env[name]?.trim());
  if (variable === undefined) return { outcome: 'skipped', detail: `none of ${variables.join(', ')} is set` };
  const isOther = Object.keys(addressOf(values)).length > 0 || values['app-key'] !== undefined;
  if (isOther)
    return { outcome: 'skipped', detail: 'the environment has the secret of its own address only' };
  const { 'timeout-ms': deadlineMs = defaultTimeoutMs } = values;
  try {
    await using server = createRealtimeServerClient({ retry: false, deadlineMs });
    const { size } = await server.channels.list();
    return { outcome: 'ok', detail: `${variable} is accepted; ${size} channels are in use` };
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    // Services repeat the key in their messages.
    const { key = env['REALTIME_APP_KEY']?.trim() } = connectionOf(values, env);
    return { outcome: 'failed', detail: key ? detail.replaceAll(key, '[app key]') : detail };
  }
}
