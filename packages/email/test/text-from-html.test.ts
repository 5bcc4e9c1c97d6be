import { createEmailClient, type EmailMessage } from '@org/email';
import { plunk } from '@org/email/plunk';
import { smtp } from '@org/email/smtp';
import { describe, expect, it } from 'vitest';
import { createSmtpStage } from './smtp-stage.ts';
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
    expect(() => createEmailClient({ driver, text: 'html' as never })).toThrow("must be 'from-html'");
  });

  it('needs HTML', async () => {
    const email = createEmailClient({ driver: smtp({ host: 'mail.acme.dev' }) });
    await expect(email.send({ ...head, text: 'from-html' })).rejects.toMatchObject({
      code: 'invalid-input',
      issues: [{ path: 'text' }],
    });
  });
});
