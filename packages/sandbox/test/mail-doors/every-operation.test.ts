// Whatever is asked of any operation of any door, the answer is one of the service: a form, and no 500.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCachedEventTable } from '../../src/cached-events.ts';
import { createFaultTable } from '../../src/faults/fault-table.ts';
import { createMailbox } from '../../src/mail/mailbox/mailbox.ts';
import { doors } from '../../src/mail/providers/all.ts';
import { type MailService, startMailService } from '../../src/mail/service/service.ts';
import { createMailStore } from '../../src/mail/store/mail-store.ts';
import { createOutbox } from '../../src/mail/store/outbox.ts';
import { keyed, postMail } from './post-mail.ts';

let service: MailService;
beforeAll(async () => {
  service = await startMailService({ rateLimit: false });
});
afterAll(() => service.close());

const now = () => 0;
const limits = { maxMessageBytes: 1, maxRecipients: 1, refuseSender: () => undefined };
const store = createMailStore({
  mailbox: createMailbox({ now }),
  faults: createFaultTable(),
  cachedEvents: createCachedEventTable(),
  inBackground: () => {},
  now,
  ...limits,
});
const outbox = createOutbox(store, () => {});
const context = {
  store,
  outbox,
  key: '',
  publicKey: '',
  webhookSecret: undefined,
  isIncoming: () => true,
  url: () => '',
};

const hostile = {
  name: ['x'],
  email: {},
  url: 7,
  events: 'all',
  id: null,
  contacts: [null],
  from: [],
  to: [1],
};
const bodies: readonly unknown[] = [undefined, null, {}, [], hostile, [hostile, null]];

/** What any `POST` takes that makes a row: the names of the services for the same. */
const word = 'x';
const email = 'ann@acme.dev';
const url = 'http://127.0.0.1:9/';
const content = {
  subject: word,
  Subject: word,
  html: '<p>long enough</p>',
  htmlContent: '<p>long enough</p>',
};
const wanted = {
  ...{ name: word, Name: word, templateName: word, nickname: word, TemplateName: word, ListName: word },
  ...{ ContactListName: word, ConfigurationSetName: word, Rule: 'A = 1', Expression: 'a>1', Datatype: 'str' },
  ...{
    email,
    Email: email,
    EmailAddress: email,
    EmailIdentity: 'acme.dev',
    address: email,
    FromEmail: email,
  },
  ...{ Domain: 'acme.dev', domain: 'acme.dev', url, Url: url, URL: url, EventType: 'sent', events: ['sent'] },
  ...{ expression: 'catch_all()', action: 'stop()', default_subscription: 'opt_in', scopes: [] },
};
const made = { ...content, ...wanted };

/** All texts and numbers of an answer that may be the id of what was made. */
function idsIn(answer: unknown): readonly string[] {
  if (typeof answer === 'number') return [`${answer}`];
  if (typeof answer === 'string') return [answer];
  if (typeof answer !== 'object' || answer === null) return [];
  return Object.entries(answer).flatMap(([key, value]) =>
    typeof value === 'object' || /(?:^|_)id$|ID$|Id$/.test(key) ? idsIn(value) : [],
  );
}

describe.each(doors.map((door) => [door.name, door] as const))('%s', (name, door) => {
  const operations = door.routes(context).map(({ method, pattern }) => [method, pattern] as const);

  it('answers unknown ids, made ids and bodies of another form in its own form', async () => {
    const { pathname } = new URL(service.services[name]?.url ?? '');
    const base = pathname.slice(name.length + 1);
    const makers = new Set(operations.flatMap(([method, pattern]) => (method === 'POST' ? [pattern] : [])));
    const parentOf = (pattern: string) =>
      pattern.slice(0, Math.max(pattern.indexOf('/:', base.length + 1), 0));
    /** The path of a row that was made now, where its collection takes one. */
    const pathOf = async (pattern: string): Promise<readonly [path: string, isMade: boolean]> => {
      const at = pattern.indexOf('/:', base.length + 1);
      const collection = parentOf(pattern);
      const unknown = pattern.replace(/(?<=\/):\w+/g, 'x9').slice(base.length);
      if (!makers.has(collection)) return [unknown, false];
      const isForm = name === 'mailgun';
      const body = isForm ? new URLSearchParams({ name: 'x', address: email, expression: 'x' }) : made;
      const [status, answer] = await postMail(
        service,
        name,
        collection.slice(base.length),
        body,
        'POST',
        true,
      );
      const parsed = String(answer).startsWith('{') ? JSON.parse(String(answer)) : {};
      const [id = wanted.name] = idsIn(parsed);
      const end = pattern.slice(at + 1).replace(/^:\w+/, encodeURIComponent(id));
      return [`${collection}/${end}`.replace(/:\w+/g, 'x9').slice(base.length), status < 300];
    };
    let [answered, madeRows] = [0, 0];
    for (const [method, pattern] of operations) {
      for (const body of method === 'GET' ? [undefined] : bodies) {
        const [path, isMade] = await pathOf(pattern);
        if (isMade) madeRows += 1;
        const [status, text] = await postMail(service, name, path, keyed(name, body), method, true);
        expect({ method, pattern, body, status }).not.toMatchObject({ status: 500 });
        if (name === 'mandrill' && body?.constructor === Object) expect(status).not.toBe(401);
        if (status < 300) answered += 1;
        // The older API of SES, at its root, is in XML.
        const isJson = /^[[{"]/.test(String(text).trim()) || (pattern === '/' && /^</.test(String(text)));
        if (status >= 400 && text !== '')
          expect({ method, pattern, text, isJson }).toMatchObject({ isJson: true });
      }
    }
    // A wire that only sends has no rows and no lists, and none of these bodies is a mail.
    const hasRows = operations.some(
      ([method, pattern]) => method !== 'POST' && makers.has(parentOf(pattern)),
    );
    const hasLists = operations.some(([method, pattern]) => method === 'GET' && /\/[^:/]+$/.test(pattern));
    if (hasRows) expect(madeRows).toBeGreaterThan(0);
    if (hasLists) expect(answered).toBeGreaterThan(operations.length / 10);
  });
});
