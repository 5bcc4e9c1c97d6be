// Accepts mails in the shapes of every service, and over SMTP, in a process of its own.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

const id = '0100018f-2b1c-4d6e-9f3a-7c5d8e9f0a1b';
const answers: Readonly<Record<string, unknown>> = {
  '/emails': { id },
  '/email': {
    To: 'bob@example.com',
    SubmittedAt: '2026-01-01T00:00:00Z',
    MessageID: id,
    ErrorCode: 0,
    Message: 'OK',
  },
  '/v1/send': {
    success: true,
    data: { emails: [{ contact: { id: 'c', email: 'bob@example.com' }, email: id }], timestamp: '' },
  },
};

const api = createServer((request, response) => {
  request.resume().on('end', () => {
    const body = JSON.stringify(
      answers[request.url ?? ''] ?? { id, messageId: `<${id}>`, message: 'Queued' },
    );
    response.writeHead(request.url === '/v1/email' || request.url === '/v3/mail/send' ? 202 : 200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'x-message-id': id,
    });
    response.end(body);
  });
});
api.keepAliveTimeout = 60_000;

const relay = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  onData: (stream, _session, done) => void stream.resume().on('end', () => done(null, 'queued as 1')),
});

api.listen(0, '127.0.0.1', () =>
  relay.listen(0, '127.0.0.1', () =>
    process.send?.([(api.address() as AddressInfo).port, (relay.server.address() as AddressInfo).port]),
  ),
);
process.on('disconnect', () => process.exit());
