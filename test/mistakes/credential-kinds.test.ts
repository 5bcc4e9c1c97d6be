import { createEmailClient } from '@org/email';
import { mailjet } from '@org/email/mailjet';
import { plunk } from '@org/email/plunk';
import { smtp } from '@org/email/smtp';
import { createRealtimeServerClient } from '@org/realtime/server';
import { createRoutingClient } from '@org/routing';
import { mapbox } from '@org/routing/mapbox';
import { openrouteservice } from '@org/routing/openrouteservice';
import { valhalla } from '@org/routing/valhalla';
import { expect, it } from 'vitest';

const wrong = 5 as unknown as string;
const app = { appId: '1', key: 'k', secret: 's', host: 'localhost' };

/** A credential of the wrong kind, by the option that the error names. */
const calls: readonly (readonly [option: string, call: () => unknown])[] = [
  ['apiKey', () => createEmailClient({ driver: plunk({ apiKey: wrong }) })],
  ['secretKey', () => createEmailClient({ driver: mailjet({ apiKey: 'k', secretKey: wrong }) })],
  ['password', () => createEmailClient({ driver: smtp({ host: 'localhost', user: 'u', password: wrong }) })],
  [
    'accessToken',
    () => createEmailClient({ driver: smtp({ host: 'localhost', user: 'u', accessToken: wrong }) }),
  ],
  ['apiKey', () => createRoutingClient({ driver: openrouteservice({ apiKey: wrong }) })],
  ['apiKey', () => createRoutingClient({ driver: valhalla({ baseUrl: 'http://localhost', apiKey: wrong }) })],
  ['accessToken', () => createRoutingClient({ driver: mapbox({ accessToken: wrong }) })],
  ['secret', () => createRealtimeServerClient({ ...app, secret: wrong })],
  ['key', () => createRealtimeServerClient({ ...app, key: wrong })],
];

it.each(calls)('a number as %s is refused by the name of the option', (option, call) => {
  expect(call).toThrow(
    new RegExp(`^${option} must be a string, a Secret or a credential source, not a number\\.$`),
  );
});
