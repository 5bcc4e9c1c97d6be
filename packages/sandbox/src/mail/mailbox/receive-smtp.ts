import { randomUUID } from 'node:crypto';
import type { SMTPServerAddress, SMTPServerDataStream, SMTPServerSession } from 'smtp-server';
import type { ByteBudget, ByteLease } from '../../byte-budget.ts';
import { concatBytes } from '../../http/body.ts';
import type { OpenMailbox } from './mailbox.ts';

/** Reads a message into the mailbox. Resolves with its id, and rejects with an SMTP reply. */
export async function receive(
  stream: SMTPServerDataStream,
  session: SMTPServerSession,
  { mailbox, transit }: { readonly mailbox: OpenMailbox; readonly transit: ByteBudget },
): Promise<string> {
  const lease = transit.open();
  try {
    return deliver(await readMessage(stream, lease), session, mailbox);
  } finally {
    lease.release();
  }
}

/** Reads the whole message, as the protocol requires, also one that is not stored. */
function readMessage(stream: SMTPServerDataStream, lease: ByteLease): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    let chunks: Uint8Array[] = [];
    let size = 0;
    let isStored = true;
    stream.on('data', (chunk: Uint8Array) => {
      size += chunk.byteLength;
      isStored &&= !stream.sizeExceeded && lease.take(chunk.byteLength);
      if (isStored) chunks.push(chunk);
      else chunks = [];
    });
    stream.once('end', () => {
      if (stream.sizeExceeded) reject(reply(552, 'Message exceeds fixed maximum message size'));
      else if (!isStored) reject(reply(452, 'Too much mail in transit, try again later'));
      else resolve(concatBytes(chunks, size));
    });
    stream.once('error', reject);
    stream.once('close', () => reject(reply(451, 'The message ended too early')));
  });
}

function deliver(raw: Uint8Array, session: SMTPServerSession, mailbox: OpenMailbox): string {
  const { user: username } = session as { readonly user?: string };
  const { mailFrom, rcptTo } = session.envelope;
  const id = randomUUID();
  mailbox.put({
    id,
    via: 'smtp',
    envelope: {
      from: mailFrom ? mailFrom.address : '',
      to: rcptTo.map(({ address }: SMTPServerAddress) => address),
    },
    raw,
    username,
  });
  return id;
}

/** An error that the server sends as a reply. */
export function reply(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}
