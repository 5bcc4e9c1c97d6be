import type { MailService } from './mail/service/service.ts';
import type { RealtimeService } from './realtime/realtime-service.ts';
import type { RoutingService } from './routing/service.ts';

/** The parts of a description. */
export interface DescribedParts {
  readonly mail: MailService | undefined;
  readonly routing: RoutingService | undefined;
  readonly realtime: RealtimeService | undefined;
  readonly tilesDirectory: string | undefined;
  readonly env: Readonly<Record<string, string>>;
}

/** Addresses and keys of a running sandbox, as `GET /api/sandbox` and `sandbox status --json` have them. */
export type SandboxDescription = ReturnType<typeof describeSandbox>;

export function describeSandbox({ mail, routing, realtime, tilesDirectory, env }: DescribedParts) {
  return {
    pid: process.pid,
    mail: mail && {
      apiUrl: mail.apiUrl,
      apiKey: mail.apiKey,
      publicKey: mail.publicKey,
      smtp: mail.smtp,
      pop3: mail.pop3,
      services: mail.services,
      messages: mail.mailbox.list().length,
      limits: mail.limits,
    },
    routing: routing && {
      url: routing.url,
      openrouteserviceUrl: routing.openrouteserviceUrl,
      osrmUrl: routing.osrmUrl,
      graphhopperUrl: routing.graphhopperUrl,
      apiKey: routing.apiKey,
      tilesDirectory,
    },
    realtime: realtime && { url: realtime.url, host: realtime.host, port: realtime.port, app: realtime.app },
    env,
  };
}
