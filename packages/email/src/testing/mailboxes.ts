import { parseAddress } from '../model/address.ts';
import { createIncident } from './scene/incident.ts';
import { type DriverTest, message } from './scene/scene.ts';
import { clientOn, createWire, textsOfRequest } from './wire.ts';

/** Without quotation marks, a comma, a semicolon and a colon begin another mailbox, and `(` a comment. */
const names = [
  'Doe, Bob',
  'Lee, Ann "A"',
  'Desk; orders',
  'Attn: Accounts (EU)',
  'bob@example.org',
  'Müller, Jörg (Köln)',
  'Šárka Nováková ✓',
  "Pat O'Neil, PhD.",
];

/** Addresses that are valid, and their form on the wire. */
const addresses = [
  ['bob+news@example.com', 'bob+news@example.com'],
  ["pat.o'neil@example.com", "pat.o'neil@example.com"],
  ['"bob smith"@example.com', '"bob smith"@example.com'],
  ['"bob,smith"@example.com', '"bob,smith"@example.com'],
  ['bob@bücher.example', 'bob@xn--bcher-kva.example'],
] as const;

/** Names and addresses are data: no character of one may change who gets the mail. */
export const mailboxTests: readonly DriverTest[] = [
  [
    'carries display names with characters of the grammar of addresses as one mailbox',
    async (scene) => {
      const { expect, capabilities, received, quotesNames } = scene;
      const { cc: hasCopies, replyToNames, senderNames } = capabilities.message;
      const wire = createWire();
      const email = clientOn(wire, scene);
      const from = 'ann@acme.dev';
      for (const name of names) {
        const named = (address: string) => ({ address, name });
        const before = { mails: received().length, requests: wire.requests.length };
        await email.send({
          ...message,
          from: senderNames === false ? from : named(from),
          to: named('bob@example.com'),
          ...(replyToNames !== false && { replyTo: named('help@acme.dev') }),
          ...(hasCopies && { cc: named('cat@example.com') }),
        });
        const to = hasCopies ? ['bob@example.com', 'cat@example.com'] : ['bob@example.com'];
        const mails = received().slice(before.mails);
        expect([name, ...mails.map(({ envelope }) => envelope)]).toEqual([name, { from, to }]);
        const requests = wire.requests.slice(before.requests);
        const texts = requests.length > 0 ? requests.flatMap(textsOfRequest) : headersOf(mails[0]?.headers);
        for (const text of texts)
          if (isBroken(text, name) && !(quotesNames && text === `"${name}"`))
            throw createIncident(
              `The name ${name} was sent as ${text}, which is not that name.`,
              'Write a mailbox as one text with `formatMailbox`, and a name in a field of its own as it is.',
            );
      }
      await email.close();
    },
  ],
  [
    'sends to addresses with +, quotation marks and domains outside ASCII, or refuses them itself',
    async ({ expect, email, received }) => {
      for (const [address, onWire] of addresses) {
        const before = received().length;
        const sent = await email.send({ ...message, to: address }).then(
          ({ outcomes }) => outcomes.map(({ recipient, status }) => [recipient, status]),
          (error: unknown) => Reflect.get(Object(error), 'outcome'),
        );
        const envelopes = received()
          .slice(before)
          .map(({ envelope }) => envelope.to.map((each) => parseAddress(each).address));
        expect([address, sent, envelopes]).toEqual(
          sent === 'not-sent' ? [address, sent, []] : [address, [[onWire, 'accepted']], [[onWire]]],
        );
      }
    },
  ],
  [
    'sends a batch to such addresses, and shows each its own',
    async ({ expect, email, received }) => {
      const to = ['a+1@example.com', 'b+2@example.com', "pat.o'neil@example.com", 'c@example.com'];
      const outcomes = await email.sendBatch(to.map((address) => ({ ...message, to: address })));
      expect(outcomes.map(({ ok }) => ok)).toEqual(to.map(() => true));
      const arrived = received().map(({ envelope, headers }) => [
        envelope.to.join(),
        headers.get('to')?.includes(envelope.to.join()),
      ]);
      expect(arrived.sort()).toEqual([...to].sort().map((address) => [address, true]));
    },
    'sendBatch',
  ],
];

const headersOf = (headers: ReadonlyMap<string, string> = new Map()) =>
  ['from', 'to', 'cc', 'reply-to'].flatMap((name) => headers.get(name) ?? []);

/** A text that has the name, alone or before an address, in another form. */
function isBroken(text: string, name: string): boolean {
  if (!text.includes(name) || text.length > 200 || text === name) return false;
  try {
    return parseAddress(text.trim()).name !== name;
  } catch {
    return true;
  }
}
