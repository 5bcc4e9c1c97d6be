import { createIncident } from './scene/incident.ts';
import { codeOf, type DriverTest, message } from './scene/scene.ts';
import { clientOn, createWire, textsOfRequest } from './wire.ts';

const contentId = 'logo-17';
const content = Uint8Array.from({ length: 64 }, (_, index) => 255 - index);

const refusedNames = [
  ...['a/b.txt', 'a\\b.txt', '..', '', 'a\r\nb.txt', 'a\0.txt', '=?utf-8?B?YQ==?=', 'x'.repeat(300)],
];

/** Files that are valid, though not usual: their names, types and sizes. */
const files = [
  { filename: 'report "final".txt', content },
  { filename: "a; b='c', d & e.txt", content },
  { filename: 'no-extension', content },
  { filename: '📎 été =?x %22.txt', content },
  { filename: `${'x'.repeat(251)}.txt`, content },
  { filename: 'notes.txt', content, contentType: 'text/plain; charset=utf-8' },
  { filename: 'invite.ics', content, contentType: 'text/calendar; charset="utf-8"; method=REQUEST' },
  { filename: 'empty.txt', content: new Uint8Array() },
];

export const fileTests: readonly DriverTest[] = [
  [
    'carries files with odd names and types and without bytes, or refuses them itself',
    async (scene) => {
      const { expect, capabilities, received } = scene;
      if (!capabilities.message.attachments) return;
      // Its loss says so.
      const isWritten = (name: string) =>
        capabilities.message.filenames !== 'ascii' || !/\P{ASCII}/u.test(name);
      for (const file of files.filter(({ filename }) => isWritten(filename))) {
        const wire = createWire();
        const email = clientOn(wire, scene);
        const before = received().length;
        const sent = await email.send({ ...message, attachments: [file] }).then(
          () => 'sent',
          (error: unknown) => Reflect.get(Object(error), 'issues')?.[0]?.path.slice(0, 14),
        );
        await email.close();
        const [arrived] = received()[before]?.attachments ?? [];
        const seen = [arrived?.filename, [...(arrived?.content ?? ['none'])]];
        expect([file.filename, sent, ...seen]).toEqual(
          sent === 'sent'
            ? [file.filename, sent, file.filename, [...file.content]]
            : [file.filename, 'attachments[0]', undefined, ['none']],
        );
      }
    },
  ],
  [
    'refuses a file name that is a path, encoded, empty or too long, before a request',
    async (scene) => {
      const { expect, capabilities, received } = scene;
      if (!capabilities.message.attachments) return;
      const wire = createWire();
      const email = clientOn(wire, scene);
      for (const filename of refusedNames) {
        const code = await codeOf(() => email.send({ ...message, attachments: [{ filename, content }] }));
        expect([filename, code]).toEqual([filename, 'invalid-input']);
      }
      await email.close();
      expect([wire.requests.length, received().length]).toEqual([0, 0]);
    },
  ],
  /** An image within the HTML is shown by its content id. */
  [
    'carries an inline file with its content id',
    async (scene) => {
      const { expect, capabilities, received } = scene;
      if (!capabilities.message.inlineAttachments) return;
      const wire = createWire();
      const email = clientOn(wire, scene);
      const file = { filename: 'picture.png', content, contentId, disposition: 'inline' } as const;
      await email.send({ ...message, attachments: [file] });
      await email.close();
      const files = received()[0]?.attachments ?? [];
      expect(files.map((each) => [...each.content])).toEqual([[...content]]);
      const [{ contentId: arrived } = {}] = files;
      // A service may write it between angle brackets, or as the name of the file.
      const isSent = wire.requests.flatMap(textsOfRequest).some((text) => text.includes(contentId));
      if (arrived === undefined ? !isSent : arrived.replace(/^<|>$/g, '') !== contentId)
        throw createIncident(
          `An inline file with the \`contentId\` ${contentId} arrived with ${arrived ?? 'none'}.`,
          'Send the content id, or set `inlineAttachments: false` in the capabilities.',
        );
    },
  ],
];
