// Every credential of an app, with sources that return or throw what none may.
import type { CredentialSource } from '@org/core';
import { createFakeTransport } from '@org/core/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { returnsString, throwing } from '../../core/test/wrong-sources.ts';
import { createRealtimeServerClient } from '../src/server/index.ts';

function open(credentials: object) {
  const transport = createFakeTransport([{ answer: { json: {} } }]);
  const app = { appId: '3', key: 'k', secret: 's', host: 'realtime.acme.example', transport };
  const server = createRealtimeServerClient({ ...app, ...credentials });
  onTestFinished(() => server.close());
  return server;
}

type Server = ReturnType<typeof open>;
const trigger = (server: Server) => server.trigger('orders', 'paid', {});
const authorize = async (server: Server) =>
  server.authorizeChannel({ socketId: '1.2', channelName: 'private-a' });

const readers: Readonly<Record<string, (source: CredentialSource) => Promise<unknown>>> = {
  'appId of a call': (appId) => trigger(open({ appId })),
  'key of a call': (key) => trigger(open({ key })),
  'secret of a call': (secret) => trigger(open({ secret })),
  'key of a token': (key) => authorize(open({ key })),
  'secret of a token': (secret) => authorize(open({ secret })),
};

const failureOf = (call: () => Promise<unknown>) =>
  Promise.resolve()
    .then(call)
    .then(
      (value) => ({ resolvedWith: value }),
      (error: unknown) => error,
    );

describe.each(Object.entries(readers))('a credential source for the %s', (_, read) => {
  it('that returns a string ends in a ConfigurationError that names it', async () => {
    expect(await failureOf(() => read(returnsString))).toMatchObject({
      code: 'configuration',
      message: expect.stringMatching(/the store of the test.* must return .*; it returned a string/),
    });
  });

  it.each(throwing)('that $name ends in a CredentialError', async ({ source }) => {
    expect(await failureOf(() => read(source))).toMatchObject({ code: 'credential', outcome: 'not-sent' });
  });
});
