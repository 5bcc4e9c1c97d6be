// Bodies, ids and frames by chance, from a seed.
import { seededRandom } from '../../../core/src/testing/seeded-random.ts';

const hostileTexts = [
  ...[
    '',
    ' ',
    '__proto__',
    'constructor',
    'toString',
    '\u0000',
    '\ud800',
    '💥',
    '../..',
    '%00',
    'http://a%zz@b',
  ],
  ...['<script>alert(1)</script>', "' OR 1=1 --", '{{#each}}', '{{#if a}}{{/unless}}', '{{{{', '*|MERGE|*'],
  ...[
    'bob@example.com',
    'bounce@example.com',
    'Ann <ann@acme.dev>',
    '"@',
    '@',
    'a@b@c',
    '1e999',
    'NaN',
    '-1',
  ],
  ...['2026-01-01T00:00:00Z', '0000-00-00', '275761-01-01', 'in 1 hour', 'true', 'null', 'a\r\nb: c'],
  ...['http://127.0.0.1:1/hook', 'file:///etc/passwd', 'http://[::1', 'x'.repeat(70_000), '=?utf-8?B?////?='],
  ...[
    'W3s=',
    '{"a":1}',
    '[[[[',
    'email.sent',
    'email.bounced',
    'ALL',
    'smtp',
    '127.0.0.1',
    'a,b,c',
    '$&',
    '$1',
  ],
];
const hostileValues: readonly unknown[] = [
  ...[null, true, false, 0, -1, 1.5, 1e21, 8.64e15, 8.65e15, 2 ** 53, [], {}, [[]], [null], [{}], [1], ['a']],
  ...[
    { toString: 1 },
    { catch: 1 },
    { length: 1e9 },
    { email: 1 },
    { constructor: {} },
    JSON.parse('{"__proto__":1}'),
  ],
];

/** The names of fields of all services: any of them may be read by any route. */
const names = [
  ...[
    'from',
    'From',
    'FromEmail',
    'sender',
    'to',
    'To',
    'recipients',
    'Recipients',
    'personalizations',
    'cc',
  ],
  ...[
    'Cc',
    'bcc',
    'reply_to',
    'ReplyTo',
    'subject',
    'Subject',
    'html',
    'HtmlBody',
    'htmlContent',
    'text',
    'body',
  ],
  ...[
    'TextBody',
    'TextPart',
    'HTMLPart',
    'content',
    'Content',
    'Body',
    'attachments',
    'Attachments',
    'headers',
  ],
  ...[
    'Headers',
    'tags',
    'Tag',
    'Metadata',
    'metadata',
    'template_id',
    'TemplateId',
    'TemplateModel',
    'template',
  ],
  ...[
    'variables',
    'Variables',
    'params',
    'data',
    'dynamic_template_data',
    'scheduled_at',
    'send_at',
    'sendAt',
  ],
  ...[
    'email',
    'Email',
    'EmailAddress',
    'emails',
    'contacts',
    'contact_id',
    'first_name',
    'unsubscribed',
    'name',
  ],
  ...[
    'Name',
    'listIds',
    'lists',
    'list_ids',
    'ids',
    'id',
    'ID',
    'IDs',
    'events',
    'event',
    'url',
    'Url',
    'endpoint',
  ],
  ...['Triggers', 'Suppressions', 'recipient_emails', 'Messages', 'MessageStream', 'status', 'limit', 'page'],
  ...[
    'Destination',
    'RawMessage',
    'Simple',
    'DefaultContent',
    'BulkEmailEntries',
    'Template',
    'filename',
    'type',
  ],
  ...[
    'segment',
    'audienceType',
    'filter',
    'version',
    'html_content',
    'plain_content',
    'active',
    'generation',
  ],
  ...[
    'service',
    'on',
    'match',
    'delayMs',
    'where',
    'count',
    'nth',
    'probability',
    'throttle',
    'code',
    'drop',
  ],
  ...['channel', 'channels', 'socket_id', 'data', 'batch', 'info', 'query', 'Tags', 'Read', 'coordinates'],
  ...[
    'locations',
    'sources',
    'targets',
    'costing',
    'profile',
    'points',
    'vehicles',
    'jobs',
    'services',
    'radius',
  ],
  ...['ranges', 'range', 'contours', 'costing_options', 'shape', 'address', 'recipient', 'message', 'secret'],
];

const send = { from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', html: '<p>Hi</p>', text: 'Hi' };

/** Valid bodies, which a mutation breaks at one place. */
const valid: readonly unknown[] = [
  send,
  [send, { ...send, to: ['a@b.dev', 'b@c.dev'] }],
  {
    sender: { email: 'ann@acme.dev' },
    to: [{ email: 'bob@example.com' }],
    subject: 'Hi',
    htmlContent: '<p>Hi</p>',
  },
  {
    From: 'ann@acme.dev',
    To: 'bob@example.com',
    Subject: 'Hi',
    HtmlBody: '<p>Hi</p>',
    MessageStream: 'outbound',
  },
  {
    personalizations: [{ to: [{ email: 'bob@example.com' }], dynamic_template_data: { a: 1 } }],
    ...{
      from: { email: 'ann@acme.dev' },
      subject: 'Hi',
      content: [{ type: 'text/html', value: '<p>Hi</p>' }],
    },
  },
  {
    Messages: [
      {
        From: { Email: 'ann@acme.dev' },
        To: [{ Email: 'bob@example.com' }],
        Subject: 'Hi',
        HTMLPart: '<p>Hi</p>',
      },
    ],
  },
  {
    FromEmailAddress: 'ann@acme.dev',
    Destination: { ToAddresses: ['bob@example.com'] },
    Content: { Simple: { Subject: { Data: 'Hi' }, Body: { Html: { Data: '<p>Hi</p>' } } } },
  },
  {
    Recipients: { To: ['bob@example.com'] },
    Content: { From: 'ann@acme.dev', Subject: 'Hi', Body: [{ ContentType: 'HTML', Content: '<p>Hi</p>' }] },
  },
  { email: 'carol@example.com', first_name: 'Carol', data: { a: 1 }, listIds: [1] },
  { name: 'News', Name: 'News', subject: 'Hi {{name}}', html: '{{#each a}}{{b}}{{/each}}', folderId: 1 },
  { service: 'mail', status: 503, count: 1, match: { path: '/resend/*' } },
  { on: 'webhook', delayMs: 5, duplicate: true },
  { url: 'http://127.0.0.1:1/hook', events: ['delivered'], endpoint: 'http://127.0.0.1:1/hook' },
  { event: 'bounced', recipient: 'bob@example.com', service: 'resend' },
  { name: 'e', channel: 'presence-a', data: '{}', channels: ['a', 'private-b'] },
  { locations: [{ lat: 52.5, lon: 13.4 }], coordinates: [[13.4, 52.5]], costing: 'auto', profile: 'car' },
  {
    From: { Email: 'a@b.dev' },
    To: [{ Email: 'c@d.dev' }],
    Subject: 'Hi',
    Attachments: [{ Content: 'AAAA' }],
  },
];

/** Stands for a value that is nested deeper than a call stack. */
const deepMark = '@deep';
const deepValue = `${'{"a":['.repeat(20_000)}${']}'.repeat(20_000)}`;
const deepen = (value: unknown): string =>
  (JSON.stringify(value) ?? '').replace(`"${deepMark}"`, () => deepValue);

/** Chance from a seed. */
export function createInputs(seed: number) {
  const random = seededRandom(seed);
  const below = (count: number): number => Math.floor(random() * count);
  const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;
  const chance = (probability: number): boolean => random() < probability;

  const value = (depth = 0): unknown => {
    if (depth < 3 && chance(0.3))
      return Object.fromEntries(Array.from({ length: below(5) }, () => [pick(names), value(depth + 1)]));
    if (depth < 3 && chance(0.2)) return Array.from({ length: below(4) }, () => value(depth + 1));
    if (chance(0.04)) return deepMark;
    return chance(0.5) ? pick(hostileTexts) : pick(hostileValues);
  };

  /** A copy with another value at one place, or at some. */
  const mutate = (given: unknown, left = 1): unknown => {
    if (typeof given !== 'object' || given === null || chance(0.15)) return value();
    const copy = (Array.isArray(given) ? [...given] : { ...given }) as Record<string, unknown>;
    const keys = Object.keys(copy);
    const key = keys.length === 0 || chance(0.25) ? pick(names) : pick(keys);
    if (chance(0.1)) delete copy[key];
    else copy[key] = chance(0.7) ? mutate(copy[key]) : value();
    return left > 1 ? mutate(copy, left - 1) : copy;
  };

  const form = (): URLSearchParams =>
    new URLSearchParams(
      Array.from({ length: below(8) }, (): [string, string] => [
        pick([
          ...names,
          'h:X-Mailgun-Variables',
          'o:deliverytime',
          'v:a',
          'recipient-variables',
          't:variables',
        ]),
        pick(hostileTexts),
      ]),
    );

  const body = (): { readonly body: BodyInit; readonly type: string } => {
    const json = 'application/json';
    switch (below(12)) {
      case 0:
        return { body: '<html><body>Bad gateway</body></html>', type: 'text/html' };
      case 1:
        return { body: '', type: json };
      case 2:
        return { body: '{}', type: json };
      case 3:
        return {
          body: pick(['[', '{"a":'].map((part) => part.repeat(pick([900, 20_000, 200_000])))),
          type: json,
        };
      case 4: {
        const count = pick([500, 5000, 100_000]);
        return { body: `${'{"a":['.repeat(count)}${']}'.repeat(count)}`, type: json };
      }
      case 5:
        return { body: form(), type: 'application/x-www-form-urlencoded' };
      case 6: {
        const data = new FormData();
        for (const [name, text] of form()) data.append(name, chance(0.2) ? new Blob([text]) : text);
        return { body: data, type: '' };
      }
      case 7:
        return { body: new Uint8Array([0xff, 0xfe, 0x7b, 0x00, 0x22]), type: json };
      default:
        return {
          body: deepen(chance(0.2) ? value() : mutate(pick(valid), 1 + below(3))),
          type: json,
        };
    }
  };

  return { random, below, pick, chance, value, mutate, body, text: () => pick(hostileTexts) };
}

export type Inputs = ReturnType<typeof createInputs>;
