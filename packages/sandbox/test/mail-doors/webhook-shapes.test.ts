// The webhooks of the sandbox beside those that others recorded, where somebody keeps the recordings.
import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedFolder } from '../../../email/test/support/shared-folder.ts';
import { type MailService, startMailService } from '../../src/mail/service/service.ts';
import { mailEventKinds } from '../../src/mail-event-kind.ts';
import { services, startReceiver, type WebhookReceiver } from './webhook-receiver.ts';

const folder = sharedFolder('observed');
const isThere = existsSync(folder);

/** Keys that no recording has, and why. */
const argued: Readonly<Record<string, readonly string[]>> = {
  elasticemail: ['date'], // the documentation names it; the recordings are shortened
  mandrill: ['ip'], // named by the documentation
  resend: ['bounce.subType', 'bounce.type'], // Resend's documentation; older recordings lack them
  ses: ['click', 'delivery'], // which nobody recorded: SES Developer Guide
  // The recordings of opens and clicks are shortened; the documentation has the fields of all events.
  sparkpost: [...['event_id', 'message_id', 'rcpt_to', 'timestamp', 'subject', 'rcpt_meta', 'rcpt_tags']],
};

/** The last two names of the path of each value. */
function pathsOf(value: unknown, above = ''): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((each) => pathsOf(each, above));
  // The message of SNS, and the field of Mandrill's form.
  if (typeof value === 'string' && /^(?:\{|\[\{)/.test(value)) return pathsOf(JSON.parse(value));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => [
    above === '' ? name : `${above}.${name}`,
    ...pathsOf(each, name),
  ]);
}

function recorded(service: string): ReadonlySet<string> {
  const { webhooks }: { webhooks: readonly { readonly body: unknown }[] } = JSON.parse(
    readFileSync(`${folder}${service}.json`, 'utf8'),
  );
  return new Set(
    webhooks.flatMap(({ body }) => {
      if (typeof body !== 'string') return pathsOf(body);
      if (!/^\s*[[{]/.test(body)) return [...new URLSearchParams(body).keys()];
      // An object, a list, or a line for each event.
      const values = body.startsWith('{') ? body.trim().split(/\n(?=\{)/) : [body];
      return values.flatMap((value) => pathsOf(JSON.parse(value)));
    }),
  );
}

/** A body in JSON, or a form. */
const read = (body: string): unknown =>
  /^[[{]/.test(body) ? JSON.parse(body) : Object.fromEntries(new URLSearchParams(body));

const absent = isThere ? '' : ' (the recordings are not there)';
describe.skipIf(!isThere)(`the form of webhooks${absent}`, () => {
  let service: MailService;
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    receiver = await startReceiver();
    service = await startMailService();
  });
  afterAll(async () => {
    await service.close();
    receiver.close();
  });

  it.each(services)('%s: has no field that its recorded webhooks do not have', async (name) => {
    service.webhooks.targets.add({ url: receiver.url, service: name });
    const bodies: unknown[] = [];
    for (const event of mailEventKinds) {
      const attempts = await service.webhooks.trigger({ event, service: name });
      bodies.push(...attempts.map(({ body }) => read(body)));
    }
    expect(bodies.length).toBeGreaterThanOrEqual(4);
    const known = recorded(name);
    const isArgued = (path: string) =>
      argued[name]?.some((each) => path === each || path.endsWith(`.${each}`) || path.startsWith(`${each}.`));
    const invented = [...new Set(pathsOf(bodies))].filter((path) => !known.has(path) && !isArgued(path));
    expect(invented).toEqual([]);
  });
});
