import { type DeliveryEvent, deliveryEventTypes } from '../model/delivery-event.ts';
import type { DriverTest, Scene } from './scene/scene.ts';
import { signTestWebhook } from './sign-test-webhook.ts';
import { mutationsOf } from './webhook-mutations.ts';

/** No genuine webhook is lost, however far it is from the documentation. */
export const webhookItemTests: readonly DriverTest[] = [
  [
    'reads an event from every item of a genuine webhook, in whatever form',
    async (scene) => {
      for (const sample of samplesOf(scene)) {
        const mutations = mutationsOf(itemOf(sample));
        const lost: unknown[] = [];
        for (const { what, payload } of mutations) {
          const events = await parse(scene, payload);
          const count = Array.isArray(payload) ? payload.length : 1;
          if (typeof events === 'string' || !events.every(isWhole) || events.length < count)
            lost.push([what, events]);
        }
        scene.expect(lost).toEqual([]);
      }
    },
  ],
  [
    'reads the other events of a batch as without the odd one',
    async (scene) => {
      for (const sample of samplesOf(scene)) {
        const item = itemOf(sample);
        const alone = await parse(scene, [item]);
        const types = typeof alone === 'string' ? alone : alone.map(({ type }) => type);
        const batch = await parse(scene, [item, null, {}, item]);
        const seen = typeof batch === 'string' ? batch : batch.map(({ type }) => type);
        scene.expect(seen).toEqual([...types, 'unknown', 'unknown', ...types]);
      }
    },
  ],
  [
    'keeps a genuine body that is not JSON as an unknown event',
    async (scene) => {
      if (scene.webhook === undefined) return;
      for (const body of ['', 'OK', '{"event":', '5'])
        scene.expect(await parse(scene, body)).toMatchObject([{ type: 'unknown' }]);
    },
  ],
];

function samplesOf({ webhook }: Scene): readonly (string | object)[] {
  return webhook === undefined ? [] : [webhook.payload, ...(webhook.otherPayloads ?? [])];
}

/** One item: the sample, or the first of its batch. */
function itemOf(sample: string | object): unknown {
  const json: unknown = typeof sample === 'string' ? JSON.parse(sample) : sample;
  return Array.isArray(json) ? json[0] : json;
}

/** The events, or the words of the error. */
async function parse(
  { driver, email, webhook }: Scene,
  payload: unknown,
): Promise<readonly DeliveryEvent[] | string> {
  const body = typeof payload === 'string' ? payload : JSON.stringify(payload);
  const request = await signTestWebhook(driver, body, { secret: webhook?.secret });
  try {
    return (await email.webhooks.parse(request)).events;
  } catch (error) {
    return String(error);
  }
}

/** Has every field the documented type? */
function isWhole(event: DeliveryEvent): boolean {
  const { type, id, provider, timestamp, tags = [], metadata = {}, bounce, click, client } = event;
  const texts = [event.messageId, event.recipient, bounce?.diagnostic, bounce?.smtpCode, click?.url];
  return (
    deliveryEventTypes.includes(type) &&
    [id, provider].every((text) => typeof text === 'string' && text !== '') &&
    !Number.isNaN(timestamp.getTime()) &&
    [...texts, client?.ip, client?.userAgent].every(isOptionalText) &&
    tags.every(({ name, value }) => typeof name === 'string' && isOptionalText(value)) &&
    Object.values(metadata).every((value) => typeof value === 'string') &&
    'raw' in event
  );
}

function isOptionalText(value: unknown): boolean {
  return value === undefined || typeof value === 'string';
}
