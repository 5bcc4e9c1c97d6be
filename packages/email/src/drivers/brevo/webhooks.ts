import { ResponseFormatError } from '@org/core';
import {
  type DeliveryEvent,
  type EventClient,
  makeEventId,
  readExactJson,
  readJson,
  signWithToken,
  type Tag,
  verifySharedSecret,
  type WebhookScheme,
} from '../../driver.ts';
import * as z from '../../wire/schema.ts';
import { bounceOf, isMachine, typeOf } from './event-types.ts';
import { withoutBrackets } from './receipt.ts';

const wireEvent = z.looseObject({
  event: z.string(),
  email: z.optionalText(),
  ts_epoch: z.nullish(z.number()),
  ts_event: z.nullish(z.number()),
  'message-id': z.optionalText(),
  'X-Mailin-custom': z.optionalText(),
  reason: z.optionalText(),
  link: z.optionalText(),
  tags: z.nullish(z.array(z.string())),
  tag: z.optionalText(),
  user_agent: z.optionalText(),
});
const wireBody = z.union([z.array(wireEvent), wireEvent]);

type Wire = z.infer<typeof wireEvent>;

/** developers.brevo.com, "Transactional webhooks", "Batched webhooks", "Secure webhook calls". */
export const webhookScheme: WebhookScheme = {
  verify: verifySharedSecret,
  async read({ text: body }) {
    const wire = readJson(wireBody, readExactJson(body));
    if (wire === undefined) throw wrongForm();
    return Promise.all([wire].flat().map(toEvent));
  },
  sign: signWithToken,
};

const wrongForm = () =>
  new ResponseFormatError({ message: "Brevo's webhook is not in the documented form.", provider: 'brevo' });

async function toEvent(wire: Wire): Promise<DeliveryEvent> {
  const { event: name, email, link, reason } = wire;
  const type = typeOf(name);
  const messageId = wire['message-id'];
  const event = {
    provider: 'brevo',
    messageId: messageId ? withoutBrackets(messageId) : undefined,
    recipient: email ?? undefined,
    timestamp: timeOf(wire),
  };
  return {
    ...event,
    type,
    id: await makeEventId(event, `${name} ${link ?? ''}`),
    bounce: bounceOf(name, reason ?? undefined),
    click: type === 'clicked' && link ? { url: link } : undefined,
    client: clientOf(wire),
    tags: tagsOf(wire),
    metadata: metadataOf(wire['X-Mailin-custom']),
    raw: wire,
  };
}

/** `date` and `ts` are in the time zone of the account. */
function timeOf({ ts_epoch: epochMs, ts_event: eventSeconds }: Wire): Date {
  const at = new Date(epochMs ?? (eventSeconds ?? Number.NaN) * 1_000);
  if (Number.isNaN(at.getTime())) throw wrongForm();
  return at;
}

function clientOf({ event, user_agent: userAgent }: Wire): EventClient | undefined {
  const machine = isMachine(event) ? { machineOpen: true } : {};
  const client = userAgent ? { userAgent, ...machine } : machine;
  return Object.keys(client).length === 0 ? undefined : client;
}

function tagsOf({ tags, tag }: Wire): Tag[] | undefined {
  const names = tags ?? (tag ? [tag] : []);
  return names.length === 0 ? undefined : names.map((name) => ({ name }));
}

const wireMetadata = z.record(z.string(), z.string());

/** What `metadata` of a message was, if this header is ours. */
function metadataOf(header: string | null | undefined): Readonly<Record<string, string>> | undefined {
  return header ? readJson(wireMetadata, readExactJson(header)) : undefined;
}
