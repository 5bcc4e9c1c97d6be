import {
  defineSandboxConfig,
  type MailService,
  type RealtimeService,
  type RoutingService,
  type Sandbox,
  type SandboxOptions,
  startSandbox,
} from '@org/sandbox';
import { expectTypeOf, test } from 'vitest';

test('a sandbox has the services that its options leave on', async () => {
  const all = await startSandbox();
  expectTypeOf(all.mail).toEqualTypeOf<MailService>();
  expectTypeOf(all.page).toHaveProperty('url');
  const some = await startSandbox({ mail: { strict: false }, routing: false, page: false });
  expectTypeOf(some.mail).toEqualTypeOf<MailService>();
  expectTypeOf(some.routing).toEqualTypeOf<undefined>();
  expectTypeOf(some.realtime).toEqualTypeOf<RealtimeService>();
  expectTypeOf(some.page).toEqualTypeOf<undefined>();
  // @ts-expect-error it is disabled
  void some.routing.url;
  expectTypeOf(some).toExtend<Sandbox>();
  const config = defineSandboxConfig({ realtime: false });
  const configured = await startSandbox(config);
  expectTypeOf(configured.realtime).toEqualTypeOf<undefined>();
  expectTypeOf(configured.routing).toEqualTypeOf<RoutingService>();
});

test('of options that the compiler does not know, each service may be disabled', async () => {
  const unknown = await startSandbox({} as SandboxOptions);
  expectTypeOf(unknown.routing).toEqualTypeOf<RoutingService | undefined>();
  const maybe = await startSandbox({ routing: Math.random() > 0.5 ? {} : false });
  expectTypeOf(maybe.routing).toEqualTypeOf<RoutingService | undefined>();
  const other = await startSandbox({ routing: Math.random() > 0.5 ? { port: 1 } : false });
  expectTypeOf(other.routing).toEqualTypeOf<RoutingService | undefined>();
});

test('misspelt options do not compile, and functions know their arguments', () => {
  // @ts-expect-error
  void startSandbox({ routing: false, mial: {} });
  // @ts-expect-error
  void startSandbox({ mail: { strct: true } });
  // @ts-expect-error
  void startSandbox({ mail: { rateLimit: { perMinute: 1, burts: 1 } } });
  // @ts-expect-error
  defineSandboxConfig({ mail: { strct: true } });
  void startSandbox({ routing: false, onProgress: (step) => step.trim() });
});
