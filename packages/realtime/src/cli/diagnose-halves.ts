import { httpAuthorizer } from '../channels/private/http-authorizer.ts';
import { createRealtimeClient } from '../client.ts';
import type { RealtimeClientOptions } from '../client-options.ts';
import type { DiagnosticCheck, DiagnosticReport } from '../diagnose/report.ts';
import { createRealtimeServerClient } from '../server/server-client.ts';
import type { DoctorValues } from './command-line.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Both halves of an application, as the program reports them. */
export interface Halves {
  readonly client: DiagnosticReport;
  readonly server: Pick<DiagnosticCheck, 'outcome' | 'detail'>;
}

/** @throws OrgError for an address or a key that is missing or cannot work */
export async function diagnoseHalves(values: DoctorValues, env: Environment): Promise<Halves> {
  const { channel, endpoint, 'timeout-ms': timeoutMs } = values;
  const authorize = endpoint === undefined ? undefined : httpAuthorizer({ endpoint });
  const options = { ...addressOf(values), key: values['app-key'], authorize };
  // The options of an address exclude each other, which the client checks.
  const client = createRealtimeClient(options as RealtimeClientOptions);
  try {
    const report = await client.diagnose({ channel, ...(timeoutMs && { timeoutMs: Number(timeoutMs) }) });
    return { client: report, server: await checkServer(values, env) };
  } finally {
    await client.close();
  }
}

function addressOf({ host, port, cluster, 'no-tls': noTls }: DoctorValues): object {
  return {
    ...(host !== undefined && { host }),
    ...(port !== undefined && { port: Number(port) }),
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
  try {
    await using server = createRealtimeServerClient({ retry: false, deadlineMs: 10_000 });
    const { size } = await server.channels.list();
    return { outcome: 'ok', detail: `${variable} is accepted; ${size} channels are in use` };
  } catch (error) {
    return { outcome: 'failed', detail: error instanceof Error ? error.message : String(error) };
  }
}
