import { createIncident } from './scene/incident.ts';
import { collect, type DriverTest, message, methodCheck, type Scene } from './scene/scene.ts';
import { clientOn, createWire, respond } from './wire.ts';

const page = '<!doctype html><title>Sign in</title><p>Please sign in.</p>';
/** Responses of a proxy, a captive portal or a gateway, none of which says that a mail was accepted. */
const unproven: readonly (readonly [what: string, body: string | object])[] = [
  ['a page of HTML', page],
  ['an empty object', {}],
  ['no content', ''],
];

const email = 'bob@example.com';

type Call = (scene: Scene['email']) => Promise<unknown>;

/** Methods whose success may be no content, nothing found, or an empty list. */
const calls = {
  suppressions: {
    check: ({ suppressions }) => suppressions.check(email),
    list: ({ suppressions }) => collect(suppressions.list()),
    remove: ({ suppressions }) => suppressions.remove({ email }),
  },
  contacts: {
    list: ({ contacts }) => collect(contacts.list()),
    delete: ({ contacts }) => contacts.delete(email),
  },
  templates: {
    list: ({ templates }) => collect(templates.list()),
    delete: ({ templates }) => templates.delete('1'),
  },
  lists: { list: ({ lists }) => collect(lists.list()) },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Call>>>>;

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
      const wire = createWire(async () => respond(200, page));
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
  /** "Not suppressed", "deleted" and "none" are conclusions from the service's own response. */
  [
    'takes the page of a proxy for no answer of the service',
    async (scene) => {
      for (const [part, methods] of Object.entries(calls))
        for (const [method, call] of Object.entries<Call>(methods)) {
          if (!methodCheck(scene, part as keyof typeof calls)(method)) continue;
          for (const status of [200, 404]) {
            const wire = createWire(async () => respond(status, page));
            const client = clientOn(wire, scene);
            const isTaken = await call(client).then(
              () => wire.requests.length > 0,
              () => false,
            );
            await client.close();
            if (!isTaken) continue;
            throw createIncident(
              `\`${part}.${method}\` got HTML with status ${status}, and took it for the service's answer.`,
              'Recognise a success by its content, and a 404 by the body that only the service has.',
            );
          }
        }
    },
  ],
];
