import { collect, type DriverTest, message, methodCheck } from './scene/scene.ts';

const hourMs = 3_600_000;

export const messageTests: readonly DriverTest[] = [
  [
    'finds a sent message by the id of its result',
    async (scene) => {
      const { expect, email } = scene;
      if (!methodCheck(scene, 'messages')('get')) return;
      const { messageId = 'none' } = await email.send(message);
      const found = await email.messages.get(messageId);
      expect(found).toMatchObject({ id: messageId });
      for (const { recipient } of found.recipients ?? []) expect(recipient).toBe('bob@example.com');
    },
  ],
  [
    'lists the events of a sent message',
    async (scene) => {
      const { expect, email, driver, eventFilter = (messageId) => ({ messageId }) } = scene;
      if (!methodCheck(scene, 'messages')('events')) return;
      const { messageId = 'none' } = await email.send(message);
      const events = await collect(email.messages.events({ pageSize: 10, ...eventFilter(messageId) }));
      expect(events.length).toBeGreaterThan(0);
      for (const event of events) {
        expect(event).toMatchObject({ provider: driver.name, messageId });
        expect(Number.isNaN(event.timestamp.getTime())).toBe(false);
      }
      expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
    },
  ],
  [
    'cancels a scheduled message',
    async (scene) => {
      const { expect, email, received } = scene;
      if (!methodCheck(scene, 'messages')('cancel')) return;
      const { messageId = 'none' } = await email.send({ ...message, sendAt: new Date(Date.now() + hourMs) });
      await email.messages.cancel(messageId);
      expect(received()).toEqual([]);
    },
  ],
  [
    'reschedules a scheduled message',
    async (scene) => {
      const { expect, email, received } = scene;
      const can = methodCheck(scene, 'messages');
      if (!can('reschedule')) return;
      const { messageId = 'none' } = await email.send({ ...message, sendAt: new Date(Date.now() + hourMs) });
      const later = new Date(Math.ceil(Date.now() / 1_000) * 1_000 + 2 * hourMs);
      await email.messages.reschedule(messageId, later);
      expect(received()).toEqual([]);
      if (!can('get')) return;
      const { sendAt = later } = await email.messages.get(messageId);
      expect(sendAt).toEqual(later);
    },
  ],
];
