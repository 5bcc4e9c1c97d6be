// A reply that begins before anything asks for it, in one segment or in two.
import { createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { isOrgError } from '@org/core';
import { createEmailClient } from '@org/email';
import { smtp } from '@org/email/smtp';
import { expect, it, onTestFinished } from 'vitest';
import { message } from './smtp-stage.ts';

/** How a send ends whose DATA gets these segments. */
async function endOf(segments: readonly string[]): Promise<unknown> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.setNoDelay(true).on('error', () => {}));
    socket.write('220 ready\r\n');
    socket.on('data', async (bytes) => {
      if (!`${bytes}`.includes('DATA\r\n')) return void socket.write('250 fine\r\n');
      for (const segment of segments) {
        socket.write(segment);
        await sleep(20);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const driver = smtp({ host: '127.0.0.1', port, requireTls: false });
  const email = createEmailClient({ driver, retry: false });
  onTestFinished(async () => {
    await email.close();
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const error: unknown = await email.send(message).catch((thrown) => thrown);
  if (!isOrgError(error)) throw error;
  return [error.outcome, error.status, error.providerCode];
}

it.each([
  [['354 go\r\n552 5.2.2 Quota exceeded\r\n']],
  [['354 go\r\n552 5.2.2 Quo', 'ta exceeded\r\n']],
  [['354 go\r\n552-5.2.2 Quota exceeded\r\n', '552 5.2.2 of this tenant\r\n']],
])('a refusal behind 354 is the refusal of the mail: %j', async (segments) => {
  expect(await endOf(segments)).toEqual(['not-sent', 552, '5.2.2']);
});

it('a reply that begins behind 354, and never ends, ends the connection before the message', async () => {
  expect(await endOf(['354 go\r\n554 '])).toEqual(['not-sent', undefined, undefined]);
});
