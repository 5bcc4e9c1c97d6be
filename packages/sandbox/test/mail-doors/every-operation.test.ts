// Whatever is asked of any operation of any door, the answer is one of the service: a form, and no 500.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFaultTable } from '../../src/faults/fault-table.ts';
import { createMailbox } from '../../src/mail/mailbox/mailbox.ts';
import { doors } from '../../src/mail/providers/all.ts';
import { type MailService, startMailService } from '../../src/mail/service/service.ts';
import { createMailStore } from '../../src/mail/store/mail-store.ts';
import { createOutbox } from '../../src/mail/store/outbox.ts';
import { postMail } from './post-mail.ts';

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
  inBackground: () => {},
  now,
  ...limits,
});
const outbox = createOutbox(store, () => {});
const context = { store, outbox, key: '', publicKey: '', webhookSecret: undefined, url: () => '' };

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
const bodies: readonly unknown[] = [undefined, {}, [], hostile, [hostile, null]];

describe.each(doors.map((door) => [door.name, door] as const))('%s', (name, door) => {
  const operations = door.routes(context).map(({ method, pattern }) => [method, pattern] as const);

  it('answers unknown ids and bodies of another form in its own form', async () => {
    const { pathname } = new URL(service.services[name]?.url ?? '');
    const base = pathname.slice(name.length + 1);
    let answered = 0;
    for (const [method, pattern] of operations) {
      const path = pattern.replace(/:\w+/g, 'x9').slice(base.length);
      for (const body of method === 'GET' ? [undefined] : bodies) {
        const [status, text] = await postMail(service, name, path, body, method, true);
        expect({ method, pattern, body, status }).not.toMatchObject({ status: 500 });
        if (status < 300) answered += 1;
        // The API of SES of 2010 is one address, in XML.
        const isXml = name === 'ses' && pattern === '/';
        const isOwn = (isXml ? /^<ErrorResponse / : /^[[{"]/).test(String(text).trim());
        if (status >= 400 && text !== '')
          expect({ method, pattern, text, isOwn }).toMatchObject({ isOwn: true });
      }
    }
    expect(answered).toBeGreaterThan(operations.length / 10);
  });
});
