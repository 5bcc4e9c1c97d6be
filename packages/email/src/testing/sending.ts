import { type DriverTest, message } from './scene/scene.ts';

export const sendingTests: readonly DriverTest[] = [
  [
    'delivers one message once, with its subject, names and HTML unchanged',
    async ({ expect, email, received }) => {
      const result = await email.send(message);
      expect(result.outcomes.map(({ recipient, status }) => ({ recipient, status }))).toEqual([
        { recipient: 'bob@example.com', status: 'accepted' },
      ]);
      expect(result.replayed).toBe(false);
      expect(result.lossy).toEqual([]);
      expect(result.messageId).toBe(result.outcomes[0]?.messageId);
      const [mail, ...others] = received();
      expect(others.length).toBe(0);
      expect(mail?.subject).toBe(message.subject);
      expect(mail?.html?.includes('<p>Hällo</p>')).toBe(true);
      expect(mail?.envelope).toEqual({ from: 'ann@acme.dev', to: ['bob@example.com'] });
    },
  ],
  [
    'sends every recipient a separate mail unless the message sets recipientVisibility',
    async ({ expect, email, received }) => {
      const result = await email.send({ ...message, to: ['bob@example.com', 'cat@example.com'] });
      expect(result.outcomes.map(({ recipient }) => recipient)).toEqual([
        'bob@example.com',
        'cat@example.com',
      ]);
      expect(received().map(({ envelope }) => envelope.to.join())).toEqual([
        'bob@example.com',
        'cat@example.com',
      ]);
      for (const { headers } of received()) expect((headers.get('to') ?? '').split('@').length).toBe(2);
    },
  ],
  [
    'delivers the placeholders of a template language unchanged',
    async ({ expect, email, received, placeholder }) => {
      const text = `{{name}} {{{email}}} {% if a %} {{ x ?? y }} ${placeholder('name')}`;
      await email.send({ ...message, html: `<p>${text}</p>` });
      const html = received()[0]?.html?.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code));
      expect(html?.includes(text)).toBe(true);
    },
  ],
  [
    'carries attachments byte for byte',
    async ({ expect, email, received, capabilities }) => {
      if (!capabilities.message.attachments) return;
      const content = Uint8Array.from({ length: 256 }, (_, index) => index);
      await email.send({ ...message, attachments: [{ filename: 'all bytes.zip', content }] });
      const [attachment] = received()[0]?.attachments ?? [];
      expect(attachment?.filename).toBe('all bytes.zip');
      expect([...(attachment?.content ?? [])]).toEqual([...content]);
    },
  ],
  [
    'carries the headers of the caller',
    async ({ expect, email, received, capabilities }) => {
      if (!capabilities.message.headers) return;
      await email.send({ ...message, headers: { 'X-Campaign': 'spring' } });
      expect(received()[0]?.headers.get('x-campaign')).toBe('spring');
    },
  ],
  [
    'sends many messages in order and reports each once',
    async ({ expect, email, received }) => {
      const recipients = ['a@example.com', 'not an address', 'c@example.com'];
      const outcomes: unknown[] = [];
      for await (const outcome of email.sendEach(recipients.map((to) => ({ ...message, to })))) {
        outcomes.push([outcome.index, outcome.ok]);
      }
      expect(outcomes).toEqual([
        [0, true],
        [1, false],
        [2, true],
      ]);
      expect(received().length).toBe(2);
    },
    'sendEach',
  ],
];
