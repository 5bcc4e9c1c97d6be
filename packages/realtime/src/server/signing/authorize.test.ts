import { describe, expect, it } from 'vitest';
import { createRealtimeServerClient } from '../server-client.ts';

const server = createRealtimeServerClient({
  appId: '3',
  key: '278d425bdf160c739803',
  secret: '7ad3773142a6692b25b8',
  host: 'api.example.com',
});
const key = '278d425bdf160c739803';
const socketId = '1234.1234';

describe('W10: authorizeChannel', () => {
  it('signs a private channel as the documentation does', async () => {
    expect(await server.authorizeChannel({ socketId, channelName: 'private-foobar' })).toEqual({
      auth: `${key}:58df8b0c36d6982b82c3ecf6b4662e34fe8c25bba48f5369f135bf843651c3a4`,
    });
  });

  it('signs the member of a presence channel, also beyond ASCII', async () => {
    const member = { userId: 'u1', userInfo: { name: 'Zoë' } };
    expect(await server.authorizeChannel({ socketId, channelName: 'presence-room', member })).toEqual({
      auth: `${key}:946ae24027677d50d84435b8b49ee0a36bc520cf60312eedbeb7b1ff600d708a`,
      channel_data: '{"user_id":"u1","user_info":{"name":"Zoë"}}',
    });
  });

  it('signs a given member on a private channel', async () => {
    const signed = await server.authorizeChannel({
      socketId,
      channelName: 'private-foobar',
      member: { userId: 'u1' },
    });
    expect(signed.auth).toBe(`${key}:e307391c8e8e9253874a38e3a02b657cea6bc4be825f9da02357cffdfd618d6d`);
  });

  it('refuses a member above maxMemberBytes, counted in UTF-8', async () => {
    const authorize = (text: string) =>
      server.authorizeChannel({
        socketId,
        channelName: 'presence-room',
        member: { userId: 'u1', userInfo: { text } },
      });
    // `{"text":""}` has eleven bytes, and the default is 1024.
    expect((await authorize('é'.repeat(506))).channel_data).toContain('é');
    await expect(authorize('é'.repeat(507))).rejects.toMatchObject({
      code: 'payload-too-large',
      message: expect.stringContaining('1025 bytes'),
    });
  });

  it('signs a user', async () => {
    const user = { id: 'u1', userInfo: { name: 'Zoë' }, watchlist: ['u2', 'u3'] };
    expect((await server.authenticateUser(socketId, user)).auth).toBe(
      `${key}:c72c0dacdb5ae1d6fdd3effbb305ec7f21ed36394c093fcfce7adf95b99d210b`,
    );
  });

  it.each([
    '',
    '1234',
    '1.1:presence-x',
    '1.1\n',
    '1.1\nx',
    ' 1.1',
    '1.1 ',
    'a.b',
    '1.1.1',
    `${'1'.repeat(90)}.1`,
  ])('security: refuses the socket id %j, which could sign for another channel', async (forged) => {
    const call = server.authorizeChannel({ socketId: forged, channelName: 'private-foobar' });
    await expect(call).rejects.toMatchObject({ code: 'invalid-input', issues: [{ path: 'socketId' }] });
  });

  it.each([
    '',
    'private-a:b',
    'private-a\n',
    'private-é',
    'private-a b',
    'private-a/b',
    'private-#x',
    `private-${'x'.repeat(200)}`,
  ])('security: refuses the channel name %j', async (channelName) => {
    await expect(server.authorizeChannel({ socketId, channelName })).rejects.toMatchObject({
      code: 'invalid-input',
    });
  });

  it('signs a user id of 128 characters, and none of 129', async () => {
    const [longest, longer] = ['u'.repeat(128), 'u'.repeat(129)];
    const member = (userId: string) =>
      server.authorizeChannel({ socketId, channelName: 'presence-x', member: { userId } });
    expect((await member(longest)).channel_data).toBe(`{"user_id":"${longest}"}`);
    await expect(member(longer)).rejects.toMatchObject({ issues: [{ path: 'member.userId' }] });
    expect((await server.authenticateUser(socketId, { id: longest })).user_data).toContain(longest);
    await expect(server.authenticateUser(socketId, { id: longer })).rejects.toMatchObject({
      issues: [{ path: 'user.id' }],
    });
  });

  it('refuses what needs no authorization, and a presence channel without a member', async () => {
    await expect(server.authorizeChannel({ socketId, channelName: 'orders' })).rejects.toMatchObject({
      code: 'invalid-input',
    });
    await expect(server.authorizeChannel({ socketId, channelName: 'presence-x' })).rejects.toMatchObject({
      issues: [{ path: 'member' }],
    });
    await expect(
      server.authorizeChannel({ socketId, channelName: 'presence-x', member: { userId: '' } }),
    ).rejects.toMatchObject({ issues: [{ path: 'member.userId' }] });
  });
});
