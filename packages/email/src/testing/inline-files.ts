import { createIncident } from './scene/incident.ts';
import { type DriverTest, message } from './scene/scene.ts';
import { clientOn, createWire, textsOfRequest } from './wire.ts';

const contentId = 'logo-17';
const content = Uint8Array.from({ length: 64 }, (_, index) => 255 - index);

/** An image within the HTML is shown by its content id. */
export const inlineFileTests: readonly DriverTest[] = [
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
