import type { EmailDriver } from '../driver.ts';
import type { EmailCapabilities } from '../model/capabilities.ts';
import { createIncident } from './scene/incident.ts';
import { type DriverTest, message, type Scene } from './scene/scene.ts';
import { clientOn, createWire, respond, textsIn, type WireRequest } from './wire.ts';

const recipient = 'bob@example.com';

/** What a service says about a request may repeat its key and its addresses. */
export const redactionTests: readonly DriverTest[] = [
  [
    'shows no key and no address in errors and events, also where the service repeats them',
    async (scene) => {
      const { driver, driverWithWrongCredential } = scene;
      const [first, second] = [await requestOf(scene, driver), await requestOf(scene, driver)];
      if (first === undefined || second === undefined) return;
      const wrong = driverWithWrongCredential && (await requestOf(scene, driverWithWrongCredential));
      const keys = keysIn(first, second, wrong);
      const words = [...keys.map((key) => `<<${key}>>`), recipient].join(' is not for ');
      for (const status of [400, 401, 403, 422, 500])
        for (const body of bodiesWith(words)) await checkFailure(scene, status, body, keys);
    },
  ],
];

async function checkFailure(
  scene: Scene,
  status: number,
  body: string | object,
  keys: readonly string[],
): Promise<void> {
  const events: unknown[] = [];
  const wire = createWire(async () => respond(status, body));
  const email = clientOn(wire, scene, { onEvent: (event: unknown) => events.push(event) });
  const error = await email.send(message).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  await email.close();
  const places = { error: [...textsIn(error), String(error), JSON.stringify(error)], event: textsIn(events) };
  for (const [place, texts] of Object.entries(places))
    for (const text of texts) {
      const at = `The ${place} of a response with status ${status} shows`;
      if (text.includes(recipient))
        throw createIncident(`${at} an address: ${text}`, 'Set `redact: redactAddresses` in the failure.');
      // A short key may be a word of ours.
      if (keys.some((key) => text.includes(key.length < 8 ? `<<${key}>>` : key)))
        throw createIncident(
          `${at} the key of the driver.`,
          'Give the key as `credential`, with `auth`, and put the words of the service in `words`.',
        );
    }
}

/** The places where services have the words of an error. */
function bodiesWith(words: string): readonly (string | object)[] {
  const common = { message: words, Message: words, ErrorMessage: words, Error: words, detail: words };
  return [
    words,
    { ...common, error: words, errors: [words] },
    { ...common, error: { message: words }, errors: [{ message: words, detail: words }] },
  ];
}

async function requestOf(
  scene: Scene,
  driver: EmailDriver<EmailCapabilities>,
): Promise<WireRequest | undefined> {
  const wire = createWire(async () => respond(400, {}));
  const email = clientOn(wire, { ...scene, driver });
  await email.send(message).catch(() => undefined);
  await email.close();
  return wire.requests[0];
}

/**
 * The words of a request that come from the key: they are in every request, and not in one with another key.
 * Without such a request, the value of `authorization`.
 */
function keysIn(first: WireRequest, second: WireRequest, wrong: WireRequest | undefined): readonly string[] {
  const again = wordsOf(second);
  const refused = wrong === undefined ? [] : wordsOf(wrong);
  const all =
    wrong === undefined ? [first.headers.get('authorization') ?? ''].flatMap(partsOf) : wordsOf(first);
  const keys = all.filter((word) => again.includes(word) && !refused.includes(word));
  // No key: a signature, and the time of a signed request, which the one with another key may not share.
  const noKey = /^(?:Bearer|Basic|\w+=.*|\d{8}T\d{6}Z|\d\d:\d\d:\d\d|\d{10,13})$/;
  return [...new Set(keys)].filter((word) => word.length > 2 && !noKey.test(word));
}

function wordsOf({ url, headers }: WireRequest): readonly string[] {
  return [...url.searchParams.values(), ...[...headers].map(([, value]) => value)].flatMap(partsOf);
}

/** A value and its words; of basic authentication, what is in them. */
function partsOf(value: string): readonly string[] {
  const encoded = /^Basic (.+)$/.exec(value)?.[1];
  if (encoded !== undefined) {
    const pair = atob(encoded);
    // Half of a pair is hidden where it is long enough for a key.
    return [encoded, pair, ...pair.split(':').filter(({ length }) => length >= 16)];
  }
  return value.split(/[\s,]+/);
}
