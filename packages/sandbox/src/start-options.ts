// The options of `startSandbox()`, and what its type knows of the services that they disable.
import type { SandboxFailures } from './failures.ts';
import type { AnyFault } from './faults/fault.ts';
import type { FaultList } from './faults/fault-list.ts';
import type { SandboxCertificate } from './http/certificate-file.ts';
import type { MailSeed } from './mail/service/seed.ts';
import type { MailService } from './mail/service/service.ts';
import type { MailServiceOptions } from './mail/service/service-options.ts';
import type { SandboxState } from './mail/state/mail-state.ts';
import type { Town } from './map/town.ts';
import type { PageOptions, PageService } from './page/page-service.ts';
import type { RealtimeServiceOptions } from './realtime/options.ts';
import type { RealtimeService } from './realtime/realtime-service.ts';
import type { SandboxRequests } from './requests/sandbox-requests.ts';
import type { RoutingService, RoutingServiceOptions } from './routing/service.ts';

/** Mail, rows of the HTTP APIs, and faults that are there at the start. */
export interface SandboxSeed extends MailSeed {
  readonly faults?: readonly AnyFault[];
}

/** Options of each service, or `false` to disable it. */
export interface SandboxOptions {
  readonly mail?: MailServiceOptions | false;
  readonly routing?: (Omit<RoutingServiceOptions, 'tilesDirectory'> & { readonly osmFile?: string }) | false;
  readonly realtime?: RealtimeServiceOptions | false;
  /** The web page with inbox, map and channels. @default on a free port */
  readonly page?: PageOptions | false;
  /** The content at the start; a data folder that is in use already has its own. */
  readonly seed?: SandboxSeed;
  /**
   * The address to listen on: `0.0.0.0` in a container. With another one than loopback, the page and its
   * interface need the token.
   *
   * @default '127.0.0.1'
   */
  readonly host?: string;
  /**
   * Names of this machine in the `Host` of requests, beside `localhost` and its addresses: the name of a
   * container. The first one is in the addresses that the sandbox gives away. Others are refused, because a
   * domain of anybody may resolve to this machine (DNS rebinding).
   *
   * @default none
   */
  readonly allowedHosts?: readonly string[];
  /**
   * What requests to the page, `/api` and Mailpit's API must have. The services have their own keys.
   *
   * @default none on loopback, and a new one with another `host`
   */
  readonly token?: string;
  /**
   * Accepts TLS beside plain text on each port of HTTP and with STARTTLS, and from the first byte on
   * `mail.smtp.tlsPort`, with a new certificate for 397 days. The addresses of mail and routing are `https`.
   *
   * @default false
   */
  readonly tls?: boolean;
  /** Aborts the start, and stops services that have started. */
  readonly signal?: AbortSignal;
  /** Called with each slow step: `preparing the map`, then the map builder's steps. */
  readonly onProgress?: (step: string) => void;
}

/** The running services and the page. A service that is disabled with `false` is `undefined`. */
export interface Sandbox {
  readonly mail: MailService | undefined;
  readonly routing: RoutingService | undefined;
  readonly realtime: RealtimeService | undefined;
  readonly page: Pick<PageService, 'url' | 'token'> | undefined;
  /** The certificate to trust, with `tls`. */
  readonly tls: SandboxCertificate | undefined;
  /** The made-up town of the routing service; `undefined` for your own map. */
  readonly town: Town | undefined;
  /** The folder of the routing tiles, for `embedded({ tilesDirectory })`. */
  readonly tilesDirectory: string | undefined;
  /**
   * Environment variables for programs with the `@org` packages or official SDKs. They have keys and a region
   * of AWS only where this process had none at the start.
   */
  readonly env: Readonly<Record<string, string>>;
  /** The last HTTP requests of all services. */
  readonly requests: SandboxRequests;
  /** Failures of the sandbox itself. There are none in a healthy one. */
  readonly failures: SandboxFailures;
  /** The faults and limits of all services. */
  readonly faults: FaultList;
  /**
   * Puts everything back as it was at the start: empty but for the seed, without logged requests, webhooks
   * and faults. Sockets stay open.
   */
  reset(): void;
  /**
   * Takes another seed for the start, and resets to it.
   *
   * @throws {ConfigurationError | TypeError | RangeError} for an invalid seed, which changes nothing
   */
  reseed(seed: SandboxSeed): Promise<void>;
  /** The mail, also scheduled, the rows of the HTTP APIs, rules, faults and cached events, as plain JSON. */
  save(): SandboxState;
  /** Replaces them. @throws {RangeError | TypeError} for an invalid state, which changes nothing */
  load(state: SandboxState): Promise<void>;
  /** Stops the services and the page. May be called more than once. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** For `{} | false`, which the compiler takes for `{}`. */
type MaybeOff<Option, Off> = unknown extends Option ? never : false extends Option ? Off : never;

/** The option of that name. `Option` is inferred from it: is it `false`? */
type OptionOf<Option, Name extends keyof SandboxOptions> = Option extends false
  ? Option
  :
      | Exclude<SandboxOptions[Name], false>
      | (unknown extends Option ? never : false extends Option ? false : never);

/** {@link SandboxOptions} that tell the compiler which services are disabled. */
export type StartOptions<Mail, Routing, Realtime, Page> = Omit<
  SandboxOptions,
  'mail' | 'routing' | 'realtime' | 'page'
> & {
  readonly mail?: OptionOf<Mail, 'mail'>;
  readonly routing?: OptionOf<Routing, 'routing'>;
  readonly realtime?: OptionOf<Realtime, 'realtime'>;
  readonly page?: OptionOf<Page, 'page'>;
};

/** `undefined` for `false`, or for an option that may be `false`. One that is not given is `unknown`. */
type ServiceOf<Option, Service> = unknown extends Option
  ? Service
  : Option extends false
    ? undefined
    : Service | MaybeOff<Option, undefined>;

/** A sandbox of which the compiler knows the services, from the types of these options. */
export type StartedSandbox<Mail, Routing, Realtime, Page> = Sandbox & {
  readonly mail: ServiceOf<Mail, MailService>;
  readonly routing: ServiceOf<Routing, RoutingService>;
  readonly realtime: ServiceOf<Realtime, RealtimeService>;
  readonly page: ServiceOf<Page, Pick<PageService, 'url' | 'token'>>;
};
