import { Agent } from 'node:https';
import { createLimiter, createServiceClient, noAuth, perMinute } from '@org/core';
import { createNodeTransport } from '@org/core/node';
import { createEmailClient } from '@org/email';
import { failover } from '@org/email/failover';
import { plunk } from '@org/email/plunk';
import { resend } from '@org/email/resend';
import { sendgrid } from '@org/email/sendgrid';
import { smtp } from '@org/email/smtp';
import { createRealtimeClient } from '@org/realtime';
import { createRealtimeServerClient } from '@org/realtime/server';
import { createRoutingClient } from '@org/routing';
import { mapbox } from '@org/routing/mapbox';
import { openrouteservice } from '@org/routing/openrouteservice';

/** A mistake of a program without types, and the words that its answer must have. */
export interface Mistake {
  readonly what: string;
  readonly call: () => unknown;
  readonly answer: RegExp;
}

// As a program without types gives them.
const given = (value: unknown) => value as never;

const email = createEmailClient({ driver: resend({ apiKey: 're_key' }) });
const send = (fields: object, options?: unknown) => () =>
  email.send(
    given({ from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', ...fields }),
    given(options),
  );
const routing = createRoutingClient({ driver: openrouteservice({ apiKey: 'key' }) });
const places = [
  [8.681, 49.414],
  [8.687, 49.42],
];
const directions = (fields: object) => () => routing.directions(given(fields));
const server = createRealtimeServerClient({ appId: '1', key: 'k', secret: 's', cluster: 'eu' });
const page = (options: unknown) => () => createRealtimeClient(given(options));

const mail: readonly Mistake[] = [
  {
    // https://github.com/dubinc/dub/issues/282
    what: "resend('re_key')",
    call: () => resend(given('re_key')),
    answer: /^resend\(\) takes an object: \{ apiKey \}, not a string\./,
  },
  {
    // https://github.com/resend/resend-python/issues/44
    what: "resend({ api_key: 're_key' })",
    call: () => resend(given({ api_key: 're_key' })),
    answer: /no option "api_key"\. Did you mean "apiKey"\?/,
  },
  {
    // https://github.com/sendgrid/sendgrid-nodejs/issues/936
    what: "sendgrid({ key: 'SG.key' })",
    call: () => sendgrid(given({ key: 'SG.key' })),
    answer: /no option "key"\. Did you mean "apiKey"\?/,
  },
  {
    // https://github.com/sendgrid/sendgrid-nodejs/issues/694
    what: 'createEmailClient({ driver: sendgrid })',
    call: () => createEmailClient(given({ driver: sendgrid })),
    answer: /needs a driver: \{ driver: plunk\(\) \}, with the parentheses/,
  },
  {
    // https://github.com/forwardemail/email-templates/issues/268
    what: 'createEmailClient(plunk())',
    call: () => createEmailClient(given(plunk({ apiKey: 'k' }))),
    answer: /createEmailClient\(\) takes an object: \{ driver \}, not a driver\./,
  },
  {
    // https://github.com/nodemailer/nodemailer/issues/1651
    what: "createEmailClient({ service: 'gmail', auth: { user, pass } })",
    call: () => createEmailClient(given({ service: 'gmail', auth: { user: 'a', pass: 's3cr3t' } })),
    answer: /no option "service"\. Did you mean "driver"\?.*no option "auth"\. Did you mean "driver"\?/,
  },
  {
    // https://github.com/nodemailer/nodemailer/issues/1255
    what: 'smtp({ host, auth: { user, pass } })',
    call: () => smtp(given({ host: 'smtp.acme.dev', auth: { user: 'a', pass: 's3cr3t' } })),
    answer: /no option "auth"\. Pass user and password\./,
  },
  {
    // https://github.com/nodemailer/nodemailer/issues/382
    what: 'smtp({ host, secureConnection, ignoreTLS })',
    call: () => smtp(given({ host: 'smtp.acme.dev', secureConnection: false, ignoreTLS: false })),
    answer: /no option "secureConnection"\..*no option "ignoreTLS"\. Did you mean "requireTls"\?/,
  },
  {
    // https://github.com/sendgrid/sendgrid-nodejs/issues/903
    what: 'failover(plunk(), smtp())',
    call: () => failover(given(plunk({ apiKey: 'k' })), given(smtp({ host: 'smtp.acme.dev' }))),
    answer: /failover\(\) takes a list of drivers: failover\(\[first\(\), second\(\)\]\), not a driver\./,
  },
  {
    // https://github.com/nodemailer/nodemailer/issues/40
    what: 'send({ body })',
    call: send({ body: 'Hi' }),
    answer: /`body` is not a field; did you mean `text` or `html`\?/,
  },
  {
    // https://github.com/hiteshchoudhary/ama-app/issues/32
    what: 'send({ react })',
    call: send({ react: {} }),
    answer: /`react` is not a field; React elements: pass `content`, and `render` to createEmailClient\(\)/,
  },
  {
    // https://github.com/resend/react-email/issues/1924
    what: 'send({ html: render(<Email />) }), a Promise',
    call: send({ html: Promise.resolve('<p>Hi</p>') }),
    answer: /`html` must be a string, not a Promise: await it first\./,
  },
  {
    // https://github.com/resend/resend-node/pull/47
    what: 'send({ reply_to })',
    call: send({ text: 'Hi', reply_to: 'eve@acme.dev' }),
    answer: /`reply_to` is not a field; did you mean `replyTo`\?/,
  },
  {
    // https://github.com/anymail/django-anymail/issues/396
    what: 'send({ scheduled_at })',
    call: send({ text: 'Hi', scheduled_at: '2026-01-01T00:00:00Z' }),
    answer: /`scheduled_at` is not a field; did you mean `sendAt`\?/,
  },
  {
    // https://github.com/sendgrid/sendgrid-nodejs/issues/392
    what: 'send({ sendAt: 1497149516 })',
    call: send({ text: 'Hi', sendAt: 1_497_149_516 }),
    answer: /`sendAt` must be a valid Date, such as new Date\(seconds \* 1000\)/,
  },
  {
    // https://github.com/sendgrid/sendgrid-nodejs/issues/1283
    what: 'send({ templateID, dynamic_template_data })',
    call: send({ templateID: 'd-1', dynamic_template_data: { item: 1 } }),
    answer: /`templateID` is not a field; pass `template: \{ id, variables \}`/,
  },
  {
    // https://github.com/sendgrid/sendgrid-nodejs/issues/696
    what: 'send({ personalizations })',
    call: send({ text: 'Hi', personalizations: [{ to: [{ email: 'bob@example.com' }] }] }),
    answer: /`personalizations` is not a field; pass one message for each to sendEach\(\) or sendBatch\(\)/,
  },
  {
    // https://github.com/sendgrid/sendgrid-nodejs/issues/981
    what: 'send({ to: { email, name } })',
    call: send({ text: 'Hi', to: { email: 'bob@example.com', name: 'Bob' } }),
    answer: /`to` must be a string or \{ address, name \}, not \{ email, name \}/,
  },
  {
    // https://github.com/nodemailer/nodemailer/issues/303
    what: 'send({ attachments: [{ filename, path }] })',
    call: send({ text: 'Hi', attachments: [{ filename: 'a.txt', path: '/tmp/a.txt' }] }),
    answer: /`attachments\[0\]` is not valid: `content` must hold the bytes: files and URLs are never opened/,
  },
  {
    // https://github.com/nodemailer/nodemailer/issues/985
    what: 'send({ attachments: [{ filename, filepath }] })',
    call: send({ text: 'Hi', attachments: [{ filename: 'a.txt', filepath: '/tmp/a.txt' }] }),
    answer: /`filepath` is not a field; did you mean `content`\?/,
  },
  {
    // https://github.com/nodemailer/nodemailer/issues/1407
    what: 'send({ From, To, Subject, HtmlBody })',
    call: () =>
      email.send(given({ From: 'a@acme.dev', To: 'b@example.com', Subject: 'Hi', HtmlBody: '<p>' })),
    answer: /`From` is not a field; did you mean `from`\?/,
  },
  {
    // https://github.com/nodemailer/nodemailer/issues/1182
    what: 'send(message, callback)',
    call: send({ text: 'Hi' }, () => {}),
    answer: /^send\(\) takes an object: \{ signal \}, not a function: .*callbacks are not taken/,
  },
  {
    // https://github.com/sendgrid/sendgrid-nodejs/issues/922
    what: "send('bob@example.com', 'Hi', 'text')",
    call: () => email.send(given('bob@example.com'), given('Hi')),
    answer: /must be an object, \{ from, to, subject, text \}, not a string/,
  },
  {
    // https://github.com/sendgrid/sendgrid-nodejs/issues/1309
    what: 'send([message, message])',
    call: () => email.send(given([{}, {}])),
    answer: /not a list: sendEach\(\) and sendBatch\(\) take lists/,
  },
  {
    // https://github.com/resend/resend-node/issues/644
    what: 'send(message, { idempotency_key })',
    call: send({ text: 'Hi' }, { idempotency_key: 'k' }),
    answer: /send\(\) has no option "idempotency_key"\. Did you mean "idempotencyKey"\?/,
  },
];

const maps: readonly Mistake[] = [
  {
    // https://github.com/GIScience/openrouteservice/issues/603
    what: 'directions({ coordinates })',
    call: directions({ profile: 'driving', coordinates: places }),
    answer: /coordinates is not an option; did you mean `waypoints`\?/,
  },
  {
    // https://github.com/VROOM-Project/vroom-express/issues/93
    what: "directions({ profile: 'driving-car' })",
    call: directions({ profile: 'driving-car', waypoints: places }),
    answer: /profile must be one of driving, .*; did you mean "driving"\?/,
  },
  {
    // https://github.com/routingpy/routingpy/issues/93
    what: "directions({ vehicle: 'car', points })",
    call: directions({ vehicle: 'car', points: places }),
    answer: /points is not an option; did you mean `waypoints`\?/,
  },
  {
    // https://googlemaps.github.io/google-maps-services-js/interfaces/DirectionsRequest.html
    what: "directions({ origin, destination, travelMode: 'DRIVING' })",
    call: directions({ origin: 'Ulm', destination: 'Bonn', travelMode: 'DRIVING' }),
    answer: /origin is not an option; did you mean `waypoints`\?.* travelMode .*; did you mean `profile`\?/,
  },
  {
    // https://github.com/Project-OSRM/osrm-backend/issues/2874
    what: 'directions({ waypoints: [[lat, lon], …] })',
    call: directions({
      profile: 'driving',
      waypoints: [
        [37.31, -121.97],
        [37.53, -122.24],
      ],
    }),
    answer: /waypoints\[0\] has a latitude outside -90…90; looks like lat,lon order: longitude comes first/,
  },
  {
    // https://github.com/GIScience/openrouteservice-py/issues/98
    what: 'directions({ waypoints: [{ lat, lng }, …] })',
    call: directions({
      profile: 'driving',
      waypoints: [
        { lat: 46.5, lng: 6.6 },
        { lat: 46.2, lng: 6.1 },
      ],
    }),
    answer: /waypoints\[0\] is an object; positions are \[lon, lat\]: pass \[place\.lng, place\.lat\]/,
  },
  {
    // https://github.com/mapbox/mapbox-gl-directions/issues/210
    what: "directions({ profile: 'mapbox/driving-traffic', overview: 'full', geometries: 'polyline' })",
    call: directions({ profile: 'mapbox/driving-traffic', waypoints: places, overview: 'full' }),
    answer: /overview is not an option; leave it out: .*did you mean "driving"\?/,
  },
  {
    // https://github.com/GIScience/openrouteservice/issues/202
    what: 'isochrones({ range: 3600 })',
    call: () => routing.isochrones(given({ profile: 'driving', locations: places, range: 3600 })),
    answer: /range is not an option; did you mean `ranges`\?/,
  },
  {
    // https://github.com/Project-OSRM/osrm-backend/issues/2930
    what: 'matrix({ sources, destinations })',
    call: () => routing.matrix(given({ profile: 'driving', sources: places, destinations: places })),
    answer: /sources is not an option; did you mean `origins`\?/,
  },
  {
    // https://github.com/GIScience/openrouteservice-js/issues/27
    what: 'directions([from, to])',
    call: () => routing.directions(given(places)),
    answer: /^The directions request must be an object: \{ profile, waypoints \}, not a list\./,
  },
  {
    // https://github.com/mapbox/mapbox-navigation-android/issues/1693
    what: "mapbox({ apiKey: 'pk.key' })",
    call: () => mapbox(given({ apiKey: 'pk.key' })),
    answer: /no option "apiKey"\. Did you mean "accessToken"\?/,
  },
];

const channels: readonly Mistake[] = [
  {
    // https://github.com/pusher/pusher-js/issues/330
    what: "createRealtimeClient('key', { cluster })",
    call: page('key'),
    answer: /^createRealtimeClient\(\) takes an object: \{ key \}, not a string\./,
  },
  {
    // https://github.com/laravel/echo/issues/20
    what: 'createRealtimeClient({ appKey, cluster })',
    call: page({ appKey: 'k', cluster: 'eu' }),
    answer: /no option "appKey"\. Did you mean "key"\?/,
  },
  {
    // https://github.com/laravel/reverb/issues/78
    what: 'createRealtimeClient({ key, wsHost, wsPort, forceTLS })',
    call: page({ key: 'k', wsHost: 'localhost', wsPort: 80, forceTLS: false }),
    answer: /"wsHost"\. Did you mean "host"\?.*"wsPort"\. .*"port"\?.*"forceTLS"\. Did you mean "useTls"\?/,
  },
  {
    // https://github.com/mayteio/use-pusher/issues/33
    what: 'createRealtimeClient({ key, cluster, authEndpoint })',
    call: page({ key: 'k', cluster: 'eu', authEndpoint: '/pusher/auth' }),
    answer: /no option "authEndpoint"\. Did you mean "authorize"\?/,
  },
  {
    // https://github.com/pusher/pusher-js/issues/330
    what: 'createRealtimeClient(…).bind(…)',
    call: () => (createRealtimeClient({ key: 'k', cluster: 'eu' }) as unknown as { bind(): void }).bind(),
    answer: /There is no bind: use on\(name, listener\), or onAny\(\)\./,
  },
  {
    // https://github.com/pusher/pusher-http-node/issues/197
    what: 'createRealtimeServerClient({ …, useTLS, encrypted })',
    call: () =>
      createRealtimeServerClient(given({ appId: '1', key: 'k', secret: 's', useTLS: true, encrypted: true })),
    answer: /no option "useTLS"\. Did you mean "useTls"\?.*no option "encrypted"\. Did you mean "useTls"\?/,
  },
  {
    // https://github.com/pusher/pusher-http-node/issues/120
    what: 'createRealtimeServerClient({ …, encryptionMasterKeyBase64 })',
    call: () =>
      createRealtimeServerClient(
        given({ appId: '1', key: 'k', secret: 's', encryptionMasterKeyBase64: 'x' }),
      ),
    answer: /Did you mean "encryptionMasterKey"\?/,
  },
  {
    // https://github.com/pusher/pusher-http-node/issues/20
    what: 'trigger(channel, event, data, callback)',
    call: () =>
      server.trigger(
        'orders',
        'paid',
        {},
        given(() => {}),
      ),
    answer: /options must be a plain object, not a function/,
  },
  {
    // https://github.com/ninjasolutions/flutter_pusher/issues/7
    what: 'trigger(channel, event, data, { socket_id })',
    call: () => server.trigger('orders', 'paid', {}, given({ socket_id: '1.1' })),
    answer: /Pass exceptSocketId, not socket_id\./,
  },
  {
    // https://github.com/pusher/pusher-js/issues/691
    what: "authorizeChannel(socketId, 'presence-chat')",
    call: () => server.authorizeChannel(given('1.1')),
    answer: /authorizeChannel\(\) takes an object: \{ socketId, channelName \}/,
  },
  {
    // https://github.com/pusher/pusher-websocket-java/issues/318
    what: 'authorizeChannel({ socket_id, channel_name })',
    call: () => server.authorizeChannel(given({ socket_id: '1.1', channel_name: 'private-a' })),
    answer: /"socket_id"\. Did you mean "socketId"\?.*"channel_name"\. Did you mean "channelName"\?/,
  },
  {
    // https://github.com/pusher/pusher-websocket-swift/issues/272
    what: 'authorizeChannel({ …, member: { user_id } })',
    call: () =>
      server.authorizeChannel(
        given({ socketId: '1.1', channelName: 'presence-a', member: { user_id: '1' } }),
      ),
    answer: /member has no option "user_id"\. Did you mean "userId"\?/,
  },
];

const engine: readonly Mistake[] = [
  {
    // https://github.com/kevva/viewport-list/issues/3
    what: 'a request behind a proxy that is not there',
    call: async () => {
      const transport = createNodeTransport({
        agent: new Agent(given({ proxyEnv: { HTTPS_PROXY: 'http://127.0.0.1:1' } })),
      });
      const service = { name: 'acme', baseUrl: 'https://api.acme.example', auth: noAuth() };
      await using client = createServiceClient(service, { transport, retry: false });
      return await client.request({ method: 'GET', path: '/things' });
    },
    answer: /proxy 127\.0\.0\.1:1 \(agent\) could not be reached \(ECONNREFUSED\)/,
  },
  {
    // https://github.com/aws/aws-sdk-js/issues/1619
    what: 'createServiceClient(service, { timeout: 5000, retries: 3 })',
    call: () =>
      createServiceClient(
        { name: 'acme', baseUrl: 'https://api.acme.example', auth: noAuth() },
        given({ timeout: 5000, retries: 3 }),
      ),
    answer: /no option "timeout"\. Did you mean "timeoutMs"\?.*no option "retries"\. Did you mean "retry"\?/,
  },
  {
    // https://github.com/mapbox/mapbox-directions-swift/issues/249
    what: 'createLimiter(perMinute(100))',
    call: () => createLimiter(given(perMinute(100))),
    answer: /^createLimiter\(\) has no option /,
  },
];

export const mistakes: readonly Mistake[] = [...mail, ...maps, ...channels, ...engine];

/** Closes what the mistakes opened. */
export const closeAll = () => Promise.all([email.close(), routing.close(), server.close()]);
