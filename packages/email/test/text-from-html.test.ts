import { createEmailClient, type EmailMessage } from '@org/email';
import { failover } from '@org/email/failover';
import { plunk } from '@org/email/plunk';
import { smtp } from '@org/email/smtp';
import { describe, expect, it } from 'vitest';
import { createSmtpStage, password } from './smtp-stage.ts';
import { everyDriver } from './support/every-driver.ts';

const { start, client } = createSmtpStage();
const head = { from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi' };
const html =
  '<style>p { color: red }</style><h1>Your order</h1><p>Thank&nbsp;you, <b>Bob</b> &amp; Cat.</p>' +
  '<ul><li>One</li><li>Two</li></ul><p><a href="https://acme.dev/o/17">See it</a></p>' +
  '<img src="x.png" alt="x">';

describe("text: 'from-html'", () => {
  it.each(everyDriver.map((driver) => [driver.name, driver] as const))('%s', async (_name, driver) => {
    const { wire } = await driver.send({ ...head, html, text: 'from-html' });
    expect(wire).toBeDefined();
    expect(wire).not.toContain('from-html');
    // Plunk makes it itself.
    if (driver.capabilities.message.text !== 'none') expect(wire).toContain('See it [https://acme.dev/o/17]');
  });

  it('has the words of the HTML, and neither style nor image', async () => {
    const email = createEmailClient({ driver: smtp({ host: 'mail.acme.dev' }) });
    const { text } = await email.preview({ ...head, html, text: 'from-html' });
    expect(text).toMatch(/YOUR ORDER\n+Thank.you, Bob & Cat\.\n+ \* One\n \* Two\n+See it \[https:/);
    expect(text).not.toMatch(/red|x\.png/);
  });

  it('is made of rendered HTML, and is not a loss where the service makes it', async () => {
    const server = await start();
    const render = () => ({ html });
    const message = { ...head, content: 'anything', text: 'from-html' } as const;
    await client(server, {}, { render } as object).send(message);
    expect(server.messages[0]).toContain('Your order');
    expect(server.messages[0]).toContain('YOUR ORDER');
    const { text, lossy } = await createEmailClient({ driver: plunk({ apiKey: 'sk' }), render }).preview(
      message,
    );
    expect([text, lossy]).toEqual([undefined, []]);
  });

  it('of a client is for each message with HTML and without a text', async () => {
    const driver = smtp({ host: 'mail.acme.dev' });
    const email = createEmailClient({ driver, text: 'from-html', render: () => ({ html }) });
    const textOf = async (message: EmailMessage) => (await email.preview(message)).text;
    expect(await textOf({ ...head, html })).toContain('YOUR ORDER');
    expect(await textOf({ ...head, content: 'anything' })).toContain('YOUR ORDER');
    expect(await textOf({ ...head, html, text: 'My own' })).toBe('My own');
    expect(await textOf({ ...head, text: 'Alone' })).toBe('Alone');
    const { text } = await createEmailClient({ driver: plunk({ apiKey: 'x' }), text: 'from-html' }).preview({
      ...head,
      html,
    });
    expect(text).toBeUndefined();
    const oneOfBoth = smtp({ preset: 'plunk', password: 'x' });
    const kept = await createEmailClient({ driver: oneOfBoth, text: 'from-html' }).preview({ ...head, html });
    expect([kept.html, kept.text]).toEqual([html, undefined]);
    expect(() => createEmailClient({ driver, text: 'html' as never })).toThrow("must be 'from-html'");
  });

  it('of images alone is no text, and of HTML without an end an error of the message', async () => {
    const email = createEmailClient({ driver: smtp({ host: 'mail.acme.dev' }), text: 'from-html' });
    for (const images of ['<img src="x.png" alt="x">', '<p> </p>', '<br>'])
      expect((await email.preview({ ...head, html: images })).text).toBeUndefined();
    const deep = { ...head, html: '<div>'.repeat(50_000) };
    await expect(email.preview(deep)).rejects.toMatchObject({
      code: 'request-body',
      outcome: 'not-sent',
      issues: [{ path: 'html' }],
    });
  });

  it('is for the services of a failover that take one, and is refused for none', async () => {
    const server = await start();
    const relay = smtp({ host: '127.0.0.1', port: server.port, user: 'mailer', password });
    const drivers = [relay, plunk({ apiKey: 'x' })] as const;
    const email = createEmailClient({ driver: failover(drivers), text: 'from-html' });
    expect((await email.send({ ...head, html })).lossy).toEqual([]);
    expect(server.messages[0]).toContain('YOUR ORDER');
    await expect(email.send({ ...head, html, text: 'My own' })).rejects.toMatchObject({
      code: 'unsupported',
    });
    await email.close();
    const own = createEmailClient({ driver: failover([plunk({ apiKey: 'x' })]), text: 'from-html' });
    expect(await own.preview({ ...head, html })).toMatchObject({ text: undefined, lossy: [] });
  });

  it('needs HTML', async () => {
    const email = createEmailClient({ driver: smtp({ host: 'mail.acme.dev' }) });
    await expect(email.send({ ...head, text: 'from-html' })).rejects.toMatchObject({
      code: 'invalid-input',
      issues: [{ path: 'text' }],
    });
  });
});
