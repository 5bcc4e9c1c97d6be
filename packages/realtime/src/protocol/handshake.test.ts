import { describe, expect, it } from 'vitest';
import { decodeFrame } from './frame.ts';
import { readHandshake } from './handshake.ts';

const read = (message: unknown) => {
  const decoded = decodeFrame(JSON.stringify(message));
  if (!decoded.ok) throw new Error(decoded.reason);
  return readHandshake(decoded.frame);
};
const greeting = (data: unknown) => read({ event: 'pusher:connection_established', data });

describe('the first frame', () => {
  it('greets, with data as text or as an object', () => {
    const established = { type: 'established', socketId: '1234.1234', activityTimeoutMs: 120_000 };
    expect(greeting('{"socket_id":"1234.1234","activity_timeout":120}')).toEqual(established);
    expect(greeting({ socket_id: '1234.1234', activity_timeout: 120, extra: 1 })).toEqual(established);
    expect(greeting('{"socket_id":"7213487626.788001998","activity_timeout":30}')).toMatchObject({
      socketId: '7213487626.788001998',
    });
  });

  it.each([undefined, null, 0, -1, '120', {}])(
    'does without a usable activity timeout (%j)',
    (activity_timeout) => {
      expect(greeting({ socket_id: '1.2', activity_timeout })).toEqual({
        type: 'established',
        socketId: '1.2',
      });
    },
  );

  it.each([
    '',
    '1',
    '1.',
    '.1',
    'a.b',
    '1.2.3',
    '1.2:presence-x',
    '1.1:presence-x:{}',
    '1.2\n',
    '\n1.2',
    '1.2 ',
    '-1.2',
    '1e5.2',
    '１.２',
    `${'1'.repeat(40)}.1`,
    12.5,
    null,
    undefined,
    {},
    ['1.2'],
    true,
  ])('W2: a socket id %j, which could make a token for something else, is not a greeting', (socket_id) => {
    expect(greeting({ socket_id, activity_timeout: 120 })).toMatchObject({ type: 'violated' });
  });

  it.each(['text', '[]', null, 1, undefined])('W2: data %j is not a greeting', (data) => {
    expect(greeting(data)).toMatchObject({ type: 'violated' });
  });

  it.each([
    'pusher:connection_establishe',
    'pusher:pong',
    'pusher_internal:subscription_succeeded',
    'paid',
    '__proto__',
  ])('W2: %s is not a greeting', (event) => {
    expect(read({ event, data: '{"socket_id":"1.2"}' })).toMatchObject({ type: 'violated' });
  });

  it('may be a refusal, as an object or as text', () => {
    const refused = { type: 'refused', code: 4001, reason: 'App key X not in this cluster.' };
    expect(read({ event: 'pusher:error', data: { code: 4001, message: refused.reason } })).toEqual(refused);
    expect(
      read({ event: 'pusher:error', data: JSON.stringify({ code: 4001, message: refused.reason }) }),
    ).toEqual(refused);
    expect(read({ event: 'pusher:error', data: { code: null } })).toEqual({
      type: 'refused',
      code: 0,
      reason: '',
    });
    expect(read({ event: 'pusher:error' })).toMatchObject({ type: 'refused', code: 0 });
  });
});
