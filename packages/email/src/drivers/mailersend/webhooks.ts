import { ResponseFormatError } from '@org/core';
import { parseIsoInstant } from '@org/core/driver';
import { signHmac, utf8, verifyHmac } from '@org/core/webhooks';
import {
  type Bounce,
  type DeliveryEvent,
  makeEventId,
  readExactJson,
  readJson,
  type WebhookScheme,
} from '../../driver.ts';
import * as z from '../../wire/schema.ts';
import { typeOf } from './event-types.ts';

const wireWebhook = z.looseObject({
  type: z.string(),
  created_at: z.optionalText(),
  data: z.nullish(
    z.looseObject({
      id: z.optionalText(),
      created_at: z.optionalText(),
      email: z.nullish(
        z.looseObject({
          message: z.nullish(z.looseObject({ id: z.optionalText() })),
          recipient: z.nullish(z.looseObject({ email: z.optionalText() })),
          tags: z.nullish(z.array(z.string())),
        }),
      ),
      morph: z.nullish(
        z.looseObject({
          reason: z.optionalText(),
          readable_reason: z.optionalText(),
          url: z.optionalText(),
          ip: z.optionalText(),
        }),
      ),
    }),
  ),
});

type Wire = z.infer<typeof wireWebhook>;

/** developers.mailersend.com, "Webhooks": the signature covers the body alone, without a time. */
export const webhookScheme: WebhookScheme = {
  async verify({ header, bytes }, { secrets }) {
    const signature = header('signature');
    const genuine = await verifyHmac({ secrets, bytes, signature, encoding: 'hex' });
    if (genuine) return { genuine };
    const problem = signature === undefined ? 'it has no header `Signature`.' : 'its signature is wrong.';
    return { genuine: false, problem };
  },
  async read({ text: body }) {
    const wire = readJson(wireWebhook, readExactJson(body));
    if (wire === undefined) throw wrongForm();
    // MailerSend's test of a new address.
    return wire.type === 'webhook.test' ? [] : [await toEvent(wire)];
  },
  async sign(body, { secret }) {
    return { headers: { signature: await signHmac({ secret, bytes: utf8(body), encoding: 'hex' }) } };
  },
};

const wrongForm = () =>
  new ResponseFormatError({
    message: "MailerSend's webhook is not in the documented form.",
    provider: 'mailersend',
  });

async function toEvent(wire: Wire): Promise<DeliveryEvent> {
  const { email, morph, id } = wire.data ?? {};
  const at = parseIsoInstant(wire.data?.created_at ?? wire.created_at ?? '');
  if (at === undefined) throw wrongForm();
  const type = typeOf(wire.type);
  const event = {
    provider: 'mailersend',
    messageId: email?.message?.id ?? undefined,
    recipient: email?.recipient?.email ?? undefined,
    timestamp: new Date(at),
  };
  return {
    ...event,
    type,
    id: id ?? (await makeEventId(event, wire.type)),
    bounce: bounceOf(wire.type, morph?.readable_reason ?? morph?.reason ?? undefined),
    click: type === 'clicked' && morph?.url ? { url: morph.url } : undefined,
    client: morph?.ip ? { ip: morph.ip } : undefined,
    tags: email?.tags?.map((name) => ({ name })),
    raw: wire,
  };
}

function bounceOf(name: string, diagnostic: string | undefined): Bounce | undefined {
  if (name === 'activity.hard_bounced') return { class: 'hard', diagnostic };
  if (name === 'activity.soft_bounced') return { class: 'soft', diagnostic };
  return name === 'activity.deferred' && diagnostic ? { class: 'soft', diagnostic } : undefined;
}
