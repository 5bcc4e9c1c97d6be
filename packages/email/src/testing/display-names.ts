import { parseAddress } from '../model/address.ts';
import { createIncident } from './scene/incident.ts';
import { type DriverTest, message } from './scene/scene.ts';
import { clientOn, createWire, textsOfRequest } from './wire.ts';

// Without quotation marks, a comma and a semicolon begin another mailbox.
const ann = { address: 'ann@acme.dev', name: 'Lee, Ann "A"' };
const bob = { address: 'bob@example.com', name: 'Doe, Bob' };
const desk = { address: 'help@acme.dev', name: 'Desk; orders' };

/** Names are data: no character of one may change who gets the mail. */
export const displayNameTests: readonly DriverTest[] = [
  [
    'carries display names with a comma, a semicolon and quotation marks as one mailbox',
    async (scene) => {
      const { expect, capabilities, received } = scene;
      const replyTo = capabilities.message.replyToNames === false ? undefined : desk;
      const wire = createWire();
      const email = clientOn(wire, scene);
      await email.send({ ...message, from: ann, to: bob, replyTo });
      await email.close();
      expect(received().map(({ envelope }) => envelope)).toEqual([{ from: ann.address, to: [bob.address] }]);
      const texts =
        wire.requests.length > 0 ? wire.requests.flatMap(textsOfRequest) : headersOf(received()[0]?.headers);
      for (const text of texts)
        for (const mailbox of [ann, bob, desk])
          if (isBroken(text, mailbox))
            throw createIncident(
              `The name ${mailbox.name} was sent as ${text}, which is not that name.`,
              'Write a mailbox as one text with `formatMailbox`, and a name in a field of its own as it is.',
            );
    },
  ],
];

const headersOf = (headers: ReadonlyMap<string, string> = new Map()) =>
  ['from', 'to', 'reply-to'].flatMap((name) => headers.get(name) ?? []);

/** A text that has the name, alone or with the address, in another form. */
function isBroken(text: string, { address, name }: typeof ann): boolean {
  const isMailbox = text.includes(`<${address}>`) && !text.includes('\n');
  if (!isMailbox) return text !== name && !text.includes('@') && text.includes(name) && text.length < 100;
  try {
    const read = parseAddress(text.trim());
    return read.address !== address || (read.name !== undefined && read.name !== name);
  } catch {
    return true;
  }
}
