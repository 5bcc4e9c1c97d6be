// The shapes of the rows: the tables refuse other ones, whoever writes them.
import { mailEventKinds } from '../../mail-event-kind.ts';
import {
  type Check,
  fields,
  flag,
  instant,
  listOf,
  namesWith,
  object,
  oneOf,
  optional,
  text,
  texts,
  whole,
} from '../../shape.ts';
import { RowRefused } from '../../table.ts';

const labels = fields({
  service: text,
  tags: optional(texts),
  metadata: optional(namesWith(text)),
  tracking: optional(fields({ opens: optional(flag), clicks: optional(flag) })),
  stream: optional(text),
});
const envelope = fields({ from: text, to: texts });
const named = { name: text, own: object };

const shapes = {
  message: fields({
    service: text,
    from: text,
    recipients: texts,
    subject: text,
    labels,
    state: oneOf('sent', 'scheduled', 'cancelled'),
    suppressed: texts,
    suppressedBy: optional(texts),
    events: optional(listOf(fields({ kind: oneOf(...mailEventKinds), recipient: text, at: instant }))),
    planned: optional(texts),
    failure: optional(text),
    sendAt: optional(instant),
    own: object,
  }),
  template: fields({ ...named, subject: optional(text), html: optional(text), text: optional(text) }),
  contact: fields({
    email: text,
    firstName: optional(text),
    lastName: optional(text),
    unsubscribed: flag,
    fields: object,
    lists: texts,
    own: object,
  }),
  list: fields(named),
  suppression: fields({
    email: text,
    kind: optional(oneOf('address', 'domain', 'prefix', 'suffix', 'wildcard')),
    isOff: optional(flag),
    reason: oneOf('bounce', 'complaint', 'unsubscribe', 'manual'),
    scope: optional(text),
    own: object,
  }),
  property: fields({ ...named, type: text }),
  campaign: fields({ ...named, subject: text, status: text, sentCount: whole }),
  webhook: fields({ service: text, url: text, events: texts, own: object }),
  scheduled: fields({ envelope, raw: text, labels: optional(labels), sendAt: instant }),
  'undelivered message': fields({ envelope, raw: text, labels: optional(labels), acceptedAt: instant }),
  rule: fields({ rule: object }),
  entry: fields({ own: object }),
  'received message': fields({
    id: text,
    via: oneOf('api', 'smtp'),
    receivedAt: (value) => instant(Date.parse(String(value))),
    envelope,
    raw: text,
    labels: optional(labels),
    username: optional(text),
    tags: texts,
    isRead: flag,
  }),
} as const satisfies Readonly<Record<string, Check>>;

/** Refuses a row of another shape. `more` checks what a shape cannot say. */
export function checkRow<Row>(name: keyof typeof shapes, more?: (row: Row) => void): (row: Row) => void {
  return (row) => {
    const problem = shapes[name](row);
    if (problem !== undefined) throw new RowRefused(`A ${name}${problem}.`);
    more?.(row);
  };
}
