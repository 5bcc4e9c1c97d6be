import { failedResponse, jsonResponse, reportError } from '@org/core/webhooks';
import { isRecord } from '../../internal/json.ts';
import { wrongInput } from '../../internal/wrong-input.ts';
import { channelKind, requireChannelName } from '../../protocol/channel-name.ts';
import type { RealtimeServerClient } from '../server-client.ts';
import { type BatchedAuthorization, emptyResults } from '../signing/authorize-batch.ts';
import { type PresenceMember, requireUserId } from '../signing/member-data.ts';
import type { AuthHandlerOptions, AuthRequest, UserAuthHandlerOptions } from './options.ts';
import { readAuthRequest } from './read-auth-request.ts';
import { refusal, requireRequest } from './responses.ts';

type Options = Partial<AuthHandlerOptions> & Pick<UserAuthHandlerOptions, 'onError' | 'maxBodyBytes'>;

/** Responds to a request for a channel, for a batch of channels, or for a user. */
export async function answerAuth(
  server: RealtimeServerClient,
  options: Options,
  request: Request,
): Promise<Response> {
  try {
    requireRequest(request);
    const body = await readAuthRequest(request, options.maxBodyBytes ?? 65_536);
    if (body instanceof Response) return body;
    const { socketId, channels, fields } = body;
    const asked: AuthRequest = { socketId, fields, request };
    if (channels === undefined) return await answerUser(server, options, asked);
    if (options.authorize === undefined) return refusal(400, 'This endpoint is for users, not for channels.');
    const { maxChannels = 100 } = options;
    if (typeof channels === 'string') return toResponse(await grant(server, options, asked, channels));
    if (channels.length > maxChannels)
      return refusal(413, `A batch has at most ${maxChannels} channels: raise maxChannels of the handler.`);
    const results = emptyResults();
    await Promise.all(
      channels.map(async (name) => {
        results[name] = await grant(server, options, asked, name);
      }),
    );
    return jsonResponse(200, results);
  } catch (error) {
    return failedResponse(options.onError, error);
  }
}

async function answerUser(
  server: RealtimeServerClient,
  { user }: Options,
  asked: AuthRequest,
): Promise<Response> {
  if (user === undefined) return refusal(400, 'channel_name is missing.');
  const found = await user(asked);
  if (!found) return refusal(403, 'Forbidden.');
  return jsonResponse(200, await server.authenticateUser(asked.socketId, found));
}

/** The result for one channel. An error of the application's code concerns that channel alone. */
async function grant(
  server: RealtimeServerClient,
  { authorize, onError }: Options,
  asked: AuthRequest,
  channelName: string,
): Promise<BatchedAuthorization> {
  if (!needsToken(channelName)) return { status: 400 };
  try {
    const granted = await authorize?.({ ...asked, channelName });
    if (!granted) return { status: 403 };
    const given = granted === true ? undefined : requireMember(granted);
    // soketi refuses a member on a channel without members.
    const member = channelKind(channelName).presence ? given : undefined;
    const data = await server.authorizeChannel({ socketId: asked.socketId, channelName, member });
    return { status: 200, data };
  } catch (error) {
    reportError(onError, error);
    return { status: 500 };
  }
}

/** A response, a text or any other object is not a permission. @throws InvalidInputError */
function requireMember(granted: PresenceMember): PresenceMember {
  if (!isRecord(granted as unknown) || granted.userId === undefined)
    throw wrongInput('authorize', 'authorize must return true, a member like { userId }, or a falsy value.');
  requireUserId('member.userId', granted.userId);
  return granted;
}

function needsToken(channelName: string): boolean {
  try {
    return channelKind(requireChannelName(channelName)).private;
  } catch {
    return false;
  }
}

function toResponse({ status, data }: BatchedAuthorization): Response {
  return data === undefined ? refusal(status, words[status] ?? '') : jsonResponse(status, data);
}

const words: Readonly<Record<number, string>> = {
  400: 'channel_name is not a private or presence channel.',
  403: 'Forbidden.',
  500: 'The application failed.',
};
