// The faults of a mail over SMTP, and what is counted at the relay under each.
import { endingOf, isRefused, type Row, reported } from '../peer.ts';
import type { MailClient } from './mail-client.ts';
import {
  attachment,
  counted,
  inHeader,
  inSubject,
  isOnceOrKnown,
  mail,
  misspelt,
  refusedField,
  streamCell,
} from './rows.ts';
import type { Relay, RelayedMail } from './smtp-server.ts';

type SmtpRow = Row<MailClient, Relay>;

const lostReply: SmtpRow = {
  id: 'lost-reply',
  title: 'the last reply is lost',
  async run(client, relay) {
    relay.turns = ['lose-the-reply'];
    const ending = await endingOf(() => client.send(mail));
    const text = `${counted(relay)}, ${reported(ending, client.isInDoubt)}`;
    return { text, harm: !isOnceOrKnown(relay, ending) };
  },
};

const deferred: SmtpRow = {
  id: 'deferred',
  title: '451',
  async run(client, relay) {
    relay.turns = ['defer'];
    const ending = await endingOf(() => client.send(mail));
    const text = `${counted(relay)}, ${reported(ending, client.isInDoubt)}`;
    return { text, harm: !isOnceOrKnown(relay, ending) };
  },
};

const oneRefused: SmtpRow = {
  id: 'one-refused',
  title: 'one of two is refused',
  async run(client, relay) {
    const to = ['bob@example.com', 'gone@example.com'];
    const { value, error } = await endingOf(() => client.send({ ...mail, to }));
    const arrived = relay.mails.flatMap(({ recipients }) => recipients).includes('bob@example.com');
    const named = Array.isArray(value) && value.includes('gone@example.com');
    const heard = error ? 'error' : named ? 'other named' : 'not reported';
    return {
      text: `${arrived ? '1 mail' : 'none'}, ${heard}`,
      harm: named !== arrived && error === undefined,
    };
  },
};

const aborted: SmtpRow = {
  id: 'abort',
  title: 'aborted',
  async run(client, relay) {
    if (!client.canAbort) return { text: 'no abort' };
    relay.turns = ['hold', 'hold', 'hold'];
    const controller = new AbortController();
    const call = endingOf(() => client.send(mail, { signal: controller.signal }));
    await relay.until(() => relay.mails.length > 0);
    controller.abort();
    const ending = await call;
    const isClosed = await relay.until(() => relay.connections[0]?.isClosed === true);
    const text = `${reported(ending)}, ${isClosed ? 'closed' : 'left open'}`;
    return { text, harm: !isRefused(ending) || !isClosed };
  },
};

/** A line of its own in the header section, or another recipient. */
const injected = (arrived: unknown) => {
  const { headers, recipients } = arrived as RelayedMail;
  if (headers.some((line) => /^bcc:/i.test(line))) return 'a new header';
  return recipients.some((address) => address.includes('eve@')) ? 'a new recipient' : 'sent clean';
};

const streamed: SmtpRow = {
  id: 'stream',
  title: 'a stream of 1 MB, 451 first',
  async run(client, relay) {
    if (!client.canStream) return { text: 'no streams' };
    relay.turns = ['defer'];
    const ending = await endingOf(() => client.send({ ...mail, attachment: attachment() }));
    return streamCell(ending, relay.mails[0]?.content.replaceAll('\r\n', ''));
  },
};

const inAddress = { to: ['bob@example.com>\r\nRCPT TO:<eve@example.com'] };

export const smtpRows: readonly SmtpRow[] = [
  lostReply,
  deferred,
  oneRefused,
  aborted,
  refusedField('misspelt', 'a misspelt field', misspelt, () => 'dropped'),
  refusedField('crlf-subject', 'CRLF in the subject', inSubject, injected),
  refusedField('crlf-header', 'CRLF in a header', inHeader, injected),
  refusedField('crlf-address', 'CRLF in an address', inAddress, injected),
  streamed,
];
