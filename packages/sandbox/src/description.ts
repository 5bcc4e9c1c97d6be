import { bareHost } from './http/access.ts';
import type { SandboxCertificate } from './http/certificate-file.ts';
import type { MailService } from './mail/service/service.ts';
import type { RealtimeService } from './realtime/realtime-service.ts';
import type { RoutingService } from './routing/service.ts';

export interface DescribedParts {
  readonly mail: MailService | undefined;
  readonly routing: RoutingService | undefined;
  readonly realtime: RealtimeService | undefined;
  readonly tilesDirectory: string | undefined;
  readonly tls: SandboxCertificate | undefined;
  readonly env: Readonly<Record<string, string>>;
}

/** Addresses and keys of a running sandbox, as `GET /api/sandbox` and `sandbox status --json` have them. */
export type SandboxDescription = ReturnType<typeof describeSandbox>;

/**
 * A description for a caller that reached the sandbox by another name than its own: from its host, or from
 * another container. The ports are those of the sandbox.
 */
export function addressedAs<Description>(description: Description, from: string, to: string): Description {
  const readdress = (value: string) =>
    value === from
      ? to
      : value === bareHost(from)
        ? bareHost(to)
        : value.replace(/(?<=\/\/|@)([^/@]+)(?=:\d+)/, (host) => (host === from ? to : host));
  const text = JSON.stringify(description, (_name, value: unknown) =>
    typeof value === 'string' ? readdress(value) : value,
  );
  return JSON.parse(text) as Description;
}

export function describeSandbox({ mail, routing, realtime, tls, tilesDirectory, env }: DescribedParts) {
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
    ...(tls && { tls: { certificate: tls.certificate, file: tls.file } }),
    env,
  };
}
