/** What a project does first with each product, as a program for its services on loopback. */
const body = `
const email = createEmailClient({ driver: plunk() });
const message = { from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', html: '<p>Hi</p>' };
const { outcomes } = await email.send(message);
const broken = await email.send({ ...message, from: 'ann' }).catch((error) => error);
const routing = createRoutingClient({ driver: valhalla({ baseUrl: 'http://127.0.0.1:9' }), retry: false });
const waypoints = [[9.52, 47.14], [9.51, 47.16]];
const lost = await routing.directions({ profile: 'driving', waypoints }).catch((error) => error);
const realtime = createRealtimeClient();
await realtime.connect();
console.log(outcomes[0].status, broken.code, lost.code, realtime.state);
await Promise.all([email.close(), routing.close(), realtime.close()]);
`;

export const printed = 'accepted invalid-input network connected';

const names = [
  ['createEmailClient', '@org/email'],
  ['plunk', '@org/email/plunk'],
  ['createRoutingClient', '@org/routing'],
  ['valhalla', '@org/routing/valhalla'],
  ['createRealtimeClient', '@org/realtime'],
] as const;

/** An ES module. */
export const modern = names.map(([name, from]) => `import { ${name} } from '${from}';\n`).join('') + body;

/** CommonJS. */
export const classic = `${names.map(([name, from]) => `const { ${name} } = require('${from}');\n`).join('')}
(async () => {${body}})();
`;
