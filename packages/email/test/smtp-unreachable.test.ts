import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { createEmailClient } from '@org/email';
import { smtp } from '@org/email/smtp';
import { expect, it } from 'vitest';

it('the error of an unreachable relay names the options to check, and nothing was sent', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');

  const events: object[] = [];
  const driver = smtp({ host: '127.0.0.1', port });
  await using email = createEmailClient({ driver, retry: false, onEvent: (event) => events.push(event) });
  const message = { from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', text: 'Hi' };
  await expect(email.send(message)).rejects.toMatchObject({
    code: 'network',
    outcome: 'not-sent',
    message: expect.stringMatching(
      /^The connection to 127\.0\.0\.1:\d+ failed .*ECONNREFUSED.*Check host and port\.$/,
    ),
  });
  expect(events).toContainEqual(
    expect.objectContaining({ type: 'attempt-start', serverAddress: '127.0.0.1', serverPort: port }),
  );
});
