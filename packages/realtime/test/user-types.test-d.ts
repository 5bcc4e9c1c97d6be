import { describe, expectTypeOf, it } from 'vitest';
import * as z from 'zod/mini';
import {
  type Authorizer,
  type BatchAuthorizer,
  batchAuthorizer,
  type ChannelEvent,
  createRealtimeClient,
  httpAuthorizer,
  httpUserAuthenticator,
  type SignedInUser,
  type UserAuthenticator,
} from '../src/index.ts';

const realtime = createRealtimeClient({ key: 'k' });

describe('authorizers', () => {
  it('take one channel, or with batch many', () => {
    expectTypeOf(httpAuthorizer({ endpoint: '/auth' })).toEqualTypeOf<Authorizer>();
    expectTypeOf(httpAuthorizer({ endpoint: '/auth', batch: true })).toEqualTypeOf<BatchAuthorizer>();
    expectTypeOf(
      httpAuthorizer({ endpoint: '/auth', batch: { maxChannels: 5 } }),
    ).toEqualTypeOf<BatchAuthorizer>();
    // @ts-expect-error an endpoint of users has no channels
    httpUserAuthenticator({ endpoint: '/auth', batch: true });
  });

  it('are options of a client', () => {
    createRealtimeClient({ authorize: httpAuthorizer({ endpoint: '/auth', batch: true }) });
    createRealtimeClient({ authorize: batchAuthorizer(async () => ({ a: { status: 403 } })) });
    createRealtimeClient({ authorize: async () => ({ auth: 'key:signature', channel_data: undefined }) });
    // @ts-expect-error a token has an auth
    createRealtimeClient({ authorize: async () => ({}) });
    // @ts-expect-error a token has an auth
    createRealtimeClient({ authorize: batchAuthorizer(async () => ({ a: { token: 'key:signature' } })) });
  });
});

describe('a user', () => {
  it('is there after a sign-in', () => {
    expectTypeOf(realtime.signIn()).resolves.toEqualTypeOf<SignedInUser>();
    expectTypeOf(realtime.user).toEqualTypeOf<SignedInUser | undefined>();
    expectTypeOf(httpUserAuthenticator({ endpoint: '/user' })).toEqualTypeOf<UserAuthenticator>();
  });

  it('has typed events by schemas', async () => {
    const user = await realtime.signIn();
    const invoices = user.subscribe({ events: { invoiced: z.object({ id: z.number() }) } });
    invoices.on('invoiced', (event) =>
      expectTypeOf(event).toEqualTypeOf<ChannelEvent<'invoiced', { id: number }>>(),
    );
    // @ts-expect-error no such event
    invoices.on('invoice', () => {});
    user.on('anything', ({ data }) => expectTypeOf(data).toBeUnknown());
  });
});
