// What the type of `startSandbox()` knows of the services that its options disable.
import type { MailService } from './mail/service/service.ts';
import type { PageService } from './page/page-service.ts';
import type { RealtimeService } from './realtime/realtime-service.ts';
import type { RoutingService } from './routing/service.ts';
import type { Sandbox, SandboxOptions } from './sandbox.ts';

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
