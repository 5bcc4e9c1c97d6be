import { createIncident } from './scene/incident.ts';
import { type DriverTest, message } from './scene/scene.ts';
import { clientOn, createWire, respond } from './wire.ts';

/** Responses of a proxy, a captive portal or a gateway, none of which says that a mail was accepted. */
const unproven: readonly (readonly [what: string, body: string | object])[] = [
  ['a page of HTML', '<!doctype html><title>Sign in</title><p>Please sign in.</p>'],
  ['an empty object', {}],
  ['no content', ''],
];

/** A 2xx response is not acceptance by itself. */
export const evidenceTests: readonly DriverTest[] = [
  [
    'takes a 2xx response without evidence for an unknown outcome, and not for an acceptance',
    async (scene) => {
      for (const [what, body] of unproven) {
        const wire = createWire(async () => respond(200, body));
        const email = clientOn(wire, scene);
        const outcome = await email.send(message).then(
          () => 'accepted',
          (error: unknown) => Reflect.get(Object(error), 'outcome'),
        );
        await email.close();
        if (wire.requests.length === 0) return;
        if (outcome !== 'unknown')
          throw createIncident(
            `\`send\` got ${what} with status 200, and its outcome is ${outcome}, not unknown.`,
            '`isAccepted` must look for what only the service says, such as the id of the mail.',
          );
      }
    },
  ],
  [
    'takes a batch in a 2xx response without evidence for an unknown outcome',
    async (scene) => {
      if (scene.capabilities.batch === undefined) return;
      const wire = createWire(async () => respond(200, '<!doctype html><title>Sign in</title>'));
      const email = clientOn(wire, scene);
      const outcomes = await email.sendBatch(
        ['a', 'b'].map((to) => ({ ...message, to: `${to}@example.com` })),
      );
      await email.close();
      for (const each of outcomes) {
        const outcome = each.ok ? 'accepted' : Reflect.get(Object(each.error), 'outcome');
        if (outcome !== 'unknown')
          throw createIncident(
            `A batch got HTML with status 200: the outcome of a message is ${outcome}, not unknown.`,
            '`isAccepted` of `send.batch` must look for what only the service says.',
          );
      }
    },
  ],
];
