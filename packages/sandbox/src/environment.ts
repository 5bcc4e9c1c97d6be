import type { MailService } from './mail/service/service.ts';
import type { RealtimeService } from './realtime/realtime-service.ts';
import type { RoutingService } from './routing/service.ts';

/** The variables of all services. */
export function environment({
  mail,
  routing,
  realtime,
  tls,
  tilesDirectory,
}: {
  readonly mail: MailService | undefined;
  readonly routing: RoutingService | undefined;
  readonly realtime: RealtimeService | undefined;
  readonly tls: { readonly file: string } | undefined;
  readonly tilesDirectory: string | undefined;
}): Readonly<Record<string, string>> {
  return {
    ...mail?.env,
    ...routing?.env,
    ...(tls && { NODE_EXTRA_CA_CERTS: tls.file }),
    ...(tilesDirectory !== undefined && { TILES_DIRECTORY: tilesDirectory }),
    ...(realtime && {
      REALTIME_HOST: realtime.host,
      REALTIME_PORT: String(realtime.port),
      REALTIME_APP_ID: realtime.app.id,
      REALTIME_APP_KEY: realtime.app.key,
      REALTIME_APP_SECRET: realtime.app.secret,
      // Read by Pusher's SDKs for Ruby and Go. The one for Python takes no port from it.
      PUSHER_URL: pusherUrlOf(realtime),
    }),
  };
}

function pusherUrlOf({ host, port, app: { id, key, secret } }: RealtimeService): string {
  return `http://${encodeURIComponent(key)}:${encodeURIComponent(secret)}@${host}:${port}/apps/${id}`;
}
