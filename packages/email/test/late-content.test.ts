import { createFakeDriver, createFakeTransport, createManualRuntime } from '@org/core/testing';
import { describe, expect, it } from 'vitest';
import { plunk } from '../src/drivers/plunk/index.ts';
import { type AttachmentInput, createEmailClient, type EmailMessage } from '../src/index.ts';

const message = { from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi' } as const;
const accepted = {
  success: true,
  data: { emails: [{ email: 'id', contact: { id: '1', email: 'bob@example.com' } }] },
};

function scene(options = {}) {
  const transport = createFakeTransport([{ answer: { status: 200, json: accepted } }]);
  const email = createEmailClient({ driver: plunk({ apiKey: 'unused' }), transport, ...options });
  const sent = () => JSON.parse(transport.requests[0]?.text() ?? '{}');
  return { email, transport, sent };
}

const bytes = new TextEncoder().encode('day 1\n');

describe('attachments are read before anything is sent', () => {
  it.each<[string, () => AttachmentInput['content']]>([
    ['a Blob', () => new Blob([bytes])],
    ['a stream', () => new Blob([bytes]).stream()],
    [
      'an async iterable of bytes and text',
      async function* () {
        yield bytes.subarray(0, 3);
        yield ' 1\n';
      },
    ],
    ['a function that opens a Blob', () => () => new Blob([bytes])],
    ['a function that opens a stream later', () => async () => new Blob([bytes]).stream()],
    ['a function that returns a text', () => () => 'day 1\n'],
  ])('%s', async (_what, open) => {
    const { email, sent } = scene();
    const content = open();
    await email.send({
      ...message,
      html: '<p>',
      attachments: [{ filename: 'a.txt', content: content as never }],
    });
    expect(sent().attachments).toMatchObject([
      { filename: 'a.txt', contentType: 'text/plain', content: Buffer.from(bytes).toString('base64') },
    ]);
  });

  const pdf = Buffer.from('%PDF-1.7 and more').toString('base64');
  const png = Buffer.from('89504e470d0a1a0a0000000d', 'hex').toString('base64');
  it.each<[string, string, string, boolean]>([
    ['a PDF as base64', 'a.pdf', pdf, true],
    ['lines of base64', 'a.png', `${png}\r\n${png}\r\n`, true],
    ['a ZIP without a known extension', 'a', Buffer.from('PK\u0003\u0004').toString('base64'), true],
    ['a data URL', 'a.png', `data:image/png;base64,${png}`, true],
    ['a data URL with a parameter', 'a.svg', 'data:image/svg+xml;charset=utf-8;base64,PHN2Zz4=', true],
    ['base64 after white space', 'a.pdf', `\r\n ${pdf}`, true],
    ['a gzip', 'a.gz', 'H4sIAAAAAAAAAwMAAAAAAAAAAAA=', true],
    ['a 7z', 'a.7z', 'N3q8ryccAAQ=', true],
    ['a RAR', 'a.rar', Buffer.from('Rar!\u001a\u0007\0').toString('base64'), true],
    ['a TIFF', 'a.tiff', Buffer.from('II*\0abcd').toString('base64'), true],
    ['a TIFF of the other byte order', 'a.tiff', Buffer.from('MM\0*abcd').toString('base64'), true],
    ['an SVG', 'a.svg', Buffer.from('<svg xmlns="a"/>').toString('base64'), true],
    ['an SVG with its XML line', 'a.svg', Buffer.from('<?xml version="1.0"?>').toString('base64'), true],
    ['a line of YAML', 'a.yaml', 'data: red, green\n', false],
    ['a line of settings', '.env', 'data:x,y', false],
    ['a data URL of text', 'a.url', 'data:text/plain,hello', false],
    ['the same in a text file', 'a.txt', pdf, false],
    ['a PDF as it is', 'a.pdf', '%PDF-1.4 of ASCII', false],
    ['a text that begins so', 'a.json', '"JVBERi0"', false],
    ['words that begin so', 'a', `${pdf}: base64`, false],
    ['a short text', 'a.bin', 'aGVsbG8=', false],
  ])('a text that is %s (%s %s) is refused: %s', async (_what, filename, content, isRefused) => {
    for (const given of [content, () => content]) {
      const { email, transport } = scene();
      const sent = email.send({ ...message, html: 'Hi', attachments: [{ filename, content: given }] });
      const error = await sent.then(() => undefined).catch((thrown: unknown) => thrown);
      if (isRefused)
        expect(error).toMatchObject({
          code: 'invalid-input',
          message: expect.stringContaining('contentBase64'),
        });
      else expect(error).toBeUndefined();
      expect(transport.requests.length).toBe(isRefused ? 0 : 1);
    }
  });

  it('refuses what is neither, with its path', async () => {
    const { email, transport } = scene();
    const attachments = [
      { filename: 'a', content: 'x' },
      { filename: 'b', content: { path: '/etc/passwd' } },
    ];
    await expect(email.send({ ...message, html: '<p>', attachments } as never)).rejects.toMatchObject({
      code: 'invalid-input',
      issues: [{ path: 'attachments[1].content' }],
    });
    expect(transport.requests).toEqual([]);
  });

  it('stops reading at the limit of the service, and closes the stream', async () => {
    const { email, transport } = scene();
    let read = 0;
    let isClosed = false;
    async function* endless() {
      try {
        for (;;) {
          read += 1;
          yield new Uint8Array(1024 * 1024);
        }
      } finally {
        isClosed = true;
      }
    }
    const attachments = [{ filename: 'a', content: endless() }];
    await expect(email.send({ ...message, html: '<p>', attachments })).rejects.toMatchObject({
      code: 'payload-too-large',
      outcome: 'not-sent',
    });
    expect([read, isClosed]).toEqual([11, true]);
    expect(transport.requests).toEqual([]);
  });

  it('counts all attachments together', async () => {
    const { email } = scene();
    const content = () => new Blob([new Uint8Array(6 * 1024 * 1024)]);
    const attachments = [
      { filename: 'a', content },
      { filename: 'b', content },
    ];
    await expect(email.send({ ...message, html: '<p>', attachments })).rejects.toMatchObject({
      code: 'payload-too-large',
    });
  });

  it('P10: was not sent after an abort while a stream stalls, or an error of the stream', async () => {
    const { email } = scene();
    const stalled = { [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => {}) }) };
    const controller = new AbortController();
    const attachments = [{ filename: 'a', content: stalled }];
    const sending = email.send({ ...message, html: '<p>', attachments }, { signal: controller.signal });
    const reason = new Error('enough');
    setTimeout(() => controller.abort(reason), 5);
    await expect(sending).rejects.toMatchObject({ code: 'aborted', outcome: 'not-sent', cause: reason });
    const broken = async function* () {
      yield bytes;
      throw new Error('the disk failed');
    };
    await expect(
      email.send({ ...message, html: '<p>', attachments: [{ filename: 'a', content: broken() }] }),
    ).rejects.toMatchObject({
      code: 'request-body',
      outcome: 'not-sent',
      issues: [{ path: 'attachments[0].content' }],
      cause: new Error('the disk failed'),
    });
  });

  it('is aborted at the deadline of the call', async () => {
    const runtime = createManualRuntime();
    const { email } = scene({ runtime });
    const stalled = { [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => {}) }) };
    const sending = email
      .send(
        { ...message, html: '<p>', attachments: [{ filename: 'a', content: stalled }] },
        { deadlineMs: 1_000 },
      )
      .catch((error: unknown) => error);
    await runtime.advance(1_000);
    expect(await sending).toMatchObject({ code: 'timeout', outcome: 'not-sent', limit: 'deadline' });
  });
});

describe('content is rendered by the client', () => {
  it('to HTML and text', async () => {
    const render = async (content: unknown) => ({ html: `<p>${(content as { name: string }).name}</p>` });
    const { email, sent } = scene({ render });
    await email.send({ ...message, content: { name: 'Bob' } });
    expect(sent().body).toBe('<p>Bob</p>');
  });

  it('is refused without a renderer, and together with HTML', async () => {
    const { email, transport } = scene();
    await expect(email.send({ ...message, content: {} })).rejects.toMatchObject({
      code: 'invalid-input',
      issues: [{ path: 'content' }],
    });
    const both = { ...message, content: {}, html: '<p>' } as unknown as EmailMessage;
    await expect(scene({ render: () => ({ html: 'x' }) }).email.send(both)).rejects.toMatchObject({
      issues: [{ path: 'content' }],
    });
    expect(transport.requests).toEqual([]);
  });

  it('rejects with the error of the renderer, and for a renderer that makes nothing', async () => {
    const failing = scene({
      render: () => {
        throw new Error('no such component');
      },
    });
    await expect(failing.email.send({ ...message, content: {} })).rejects.toMatchObject({
      code: 'request-body',
      outcome: 'not-sent',
      issues: [{ path: 'content' }],
      cause: new Error('no such component'),
    });
    const empty = scene({ render: () => ({}) });
    await expect(empty.email.send({ ...message, content: {} })).rejects.toMatchObject({
      issues: [{ path: 'html' }],
    });
  });
});

it('neither renders nor leaves a rejection behind after an abort', async () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => void unhandled.push(reason);
  process.on('unhandledRejection', note);
  let rendered = 0;
  const render = async () => {
    rendered += 1;
    throw new Error('the renderer failed');
  };
  const { email } = scene({ render });
  const call = email.send({ ...message, content: 'x' }, { signal: AbortSignal.abort('stop') });
  await expect(call).rejects.toBe('stop');
  await new Promise((resolve) => setTimeout(resolve, 10));
  process.off('unhandledRejection', note);
  expect([rendered, unhandled]).toEqual([0, []]);
});

it('shares one deadline between the content and the send', async () => {
  const runtime = createManualRuntime();
  let rendering = false;
  const render = async () => {
    rendering = true;
    await runtime.sleep(700);
    return { html: '<p>' };
  };
  const deadlines: unknown[] = [];
  const driver = createFakeDriver(plunk({ apiKey: 'unused' })).answer('send', async (_message, options) => {
    deadlines.push(options.deadlineMs);
    return { outcomes: [{ recipient: 'bob@example.com', status: 'accepted' }] };
  });
  const email = createEmailClient({ driver, render, runtime });
  const call = email.send({ ...message, content: 'x' }, { deadlineMs: 1_000 });
  await expect.poll(() => rendering).toBe(true);
  await runtime.advance(700);
  await call;
  expect(deadlines).toEqual([300]);
});
