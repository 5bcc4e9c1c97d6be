// SparkPost's transmissions: who gets the same mail, and who is shown.
import { afterAll, beforeEach, expect, it } from 'vitest';
import { startMailService } from '../../src/mail/service/service.ts';
import { postMail } from './post-mail.ts';

const service = await startMailService({ rateLimit: false });
beforeEach(() => service.reset());
afterAll(() => service.close());

const content = { from: 'ann@acme.dev', subject: 'S', text: 'T' };
const transmit = (recipients: readonly object[], headers = {}) =>
  postMail(service, 'sparkpost', '/transmissions', { content: { ...content, headers }, recipients });

it('keeps the tags and the metadata of each recipient', async () => {
  const ids = ['ann', 'bob'];
  await transmit(
    ids.map((id) => ({
      address: { email: `${id}@x.dev`, header_to: 'list@x.dev' },
      metadata: { id },
      tags: [id],
    })),
  );
  const labels = service.mailbox.list().map(({ labels: own }) => [own?.metadata, own?.tags]);
  expect(labels).toEqual(ids.map((id) => [{ id }, [id]]));
});

it.each(['CC', 'Cc', 'cc'])(
  'shows the copies of the header %s, and the names of recipients',
  async (name) => {
    await transmit(
      [
        { address: { email: 'bob@x.dev', name: 'Böb, B' } },
        { address: { email: 'cat@x.dev', header_to: 'x@x.dev' } },
      ],
      { [name]: 'Cat <cat@x.dev>' },
    );
    const [mail] = service.mailbox.list();
    expect(mail?.parsed.to).toEqual([{ address: 'bob@x.dev', name: 'Böb, B' }]);
    expect(mail?.parsed.cc).toEqual([{ address: 'cat@x.dev', name: 'Cat' }]);
  },
);
