import { type Route, route } from '../http/router.ts';
import type { LoggedFrame } from '../realtime/frame-log.ts';
import { hostedLimits } from '../realtime/limits.ts';
import type { RealtimeService } from '../realtime/realtime-service.ts';
import { decideEvent } from '../realtime/rest/event-decision.ts';

const maxActivity = 200;
const maxChannels = 500;

// Also where the data of a frame is JSON in a string.
const signature = /(auth\\?": ?\\?")[^"\\]*/g;

// A SHA-256 is 64 of them.
const hexadecimal = /[0-9a-f]+/g;

/** A frame without the signature of a subscription or a sign-in. */
function hideSignature(frame: LoggedFrame): LoggedFrame {
  const withoutAuth = frame.text.replace(signature, '$1[redacted]');
  const text = withoutAuth.replace(hexadecimal, (run) => (run.length === 64 ? '[redacted]' : run));
  return { ...frame, text };
}

export function channelRoutes(realtime: RealtimeService): readonly Route[] {
  return [
    route('GET', '/api/channels', () => {
      const channels = realtime.channels();
      return {
        status: 200,
        json: {
          connections: realtime.stats.connections,
          total: channels.length,
          channels: channels.slice(0, maxChannels).map((channel) => ({
            ...channel,
            userIds: channel.userIds.slice(0, 100),
            users: channel.userIds.length,
          })),
          activity: realtime.recentEvents.slice(-maxActivity).reverse(),
        },
      };
    }),
    route('GET', '/api/frames', ({ query }) => {
      const socketId = query.get('socket');
      const frames = realtime.frames.filter((frame) => socketId === null || frame.socketId === socketId);
      return {
        status: 200,
        json: { sockets: realtime.sockets, frames: frames.slice(-maxActivity).reverse().map(hideSignature) },
      };
    }),
    route('DELETE', '/api/sockets/:id', (_, { id = '' }) =>
      realtime.disconnect(id) ? { status: 204 } : { status: 404, json: { error: 'Socket not found' } },
    ),
    route('POST', '/api/events', (request) => {
      const body = request.json();
      const { channel, event, data } = (typeof body === 'object' && body !== null ? body : {}) as Record<
        string,
        unknown
      >;
      const text = typeof data === 'string' ? data : JSON.stringify(data);
      const decision = decideEvent(hostedLimits, { body: { name: event, data: text }, channels: [channel] });
      if (!decision.isAllowed) {
        const { status, body: reason } = decision.refusal; // one line of plain text
        return { status, json: { error: typeof reason === 'string' ? reason.trim() : 'Refused' } };
      }
      for (const publication of decision.publications) realtime.publish(publication);
      return { status: 202, json: {} };
    }),
  ];
}
