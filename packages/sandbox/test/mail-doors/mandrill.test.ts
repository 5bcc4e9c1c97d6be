// Mandrill's merge tags, regions and values of recipients, as its OpenAPI document of April 2026 names them.
import { afterAll, beforeEach, expect, it } from 'vitest';
import { startMailService } from '../../src/mail/service/service.ts';
import { postMail } from './post-mail.ts';

const html = '<div mc:edit="main"><div>old</div></div><p>*|name|* *|OTHER|* {{NAME}}</p>';
const seed = { templates: [{ name: 'hello', subject: 'Hi *|NAME|*', html, text: '*|NAME|*' }] };
const service = await startMailService({ seed, rateLimit: false });
beforeEach(() => service.reset());
afterAll(() => service.close());

const [bob, cat] = ['bob@example.com', 'cat@example.com'];
const pro = { plan: 'pro' };
const all = {
  from_email: 'ann@acme.dev',
  to: [{ email: bob }, { email: cat }],
  global_merge_vars: [{ name: 'NAME', content: 'all' }],
  merge_vars: [{ rcpt: 'Bob@example.com', vars: [{ name: 'name', content: 'Bob & <B>' }] }],
  metadata: { plan: 'pro' },
  recipient_metadata: [{ rcpt: bob, values: { id: 7 } }],
};
const send = (message: object, rest: object = { template_name: 'hello' }) =>
  postMail(service, 'mandrill', '/messages/send-template', { key: 'any', ...rest, message });
const mails = () =>
  service.mailbox
    .list()
    .map(({ parsed, envelope, labels }) => [envelope.to, parsed.subject, parsed.html, labels?.metadata]);

it.each([false, true])('fills tags with the values of each recipient (shown: %s)', async (isShown) => {
  await send({ ...all, preserve_recipients: isShown });
  const old = '<div mc:edit="main"><div>old</div></div>';
  expect(mails()).toEqual([
    [[bob], 'Hi Bob & <B>', `${old}<p>Bob & <B> *|OTHER|* {{NAME}}</p>`, { plan: 'pro', id: '7' }],
    [[cat], 'Hi all', `${old}<p>all *|OTHER|* {{NAME}}</p>`, { plan: 'pro' }],
  ]);
  expect(service.mailbox.list()[0]?.parsed.to).toHaveLength(isShown ? 2 : 1);
});

it('fills the language that the message names, and the tags of its own content', async () => {
  await send({ ...all, to: [{ email: cat }], subject: '{{NAME}} *|NAME|*', merge_language: 'handlebars' });
  expect(mails()).toMatchObject([
    [[cat], 'all *|NAME|*', expect.stringContaining('<p>*|name|* *|OTHER|* all</p>'), pro],
  ]);
});

it('leaves the tags of a message without values', async () => {
  const message = { from_email: 'ann@acme.dev', to: [{ email: bob }], subject: '*|NAME|*', text: 'x' };
  await postMail(service, 'mandrill', '/messages/send', { key: 'any', message });
  expect(mails()).toMatchObject([[[bob], '*|NAME|*', undefined, {}]]);
});

it('puts content into the regions of a template', async () => {
  const content = [{ name: 'main', content: '<b>*|NAME|*</b>' }];
  await send({ ...all, to: [{ email: cat }] }, { template_name: 'hello', template_content: content });
  const region = '<div mc:edit="main"><b>all</b></div>';
  expect(mails()).toMatchObject([[[cat], 'Hi all', `${region}<p>all *|OTHER|* {{NAME}}</p>`, pro]]);
});

it('refuses a request for a template that names none', async () => {
  expect(await send({ ...all, text: 'x' }, {})).toMatchObject([422, { name: 'ValidationError' }]);
  expect(mails()).toEqual([]);
});
