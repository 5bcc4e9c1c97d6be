import { readBounded } from '@org/core/webhooks';
import { isRecord } from '../../internal/json.ts';
import { misconfigured } from '../../internal/wrong-input.ts';
import { requireSocketId } from '../../protocol/socket-id.ts';
import { refusal } from './responses.ts';

/** The body of a request for authorisation. */
export interface AuthBody {
  readonly socketId: string;
  /** One name, or those of a batch. None in a request for a user. */
  readonly channels: string | readonly string[] | undefined;
  readonly fields: ReadonlyMap<string, unknown>;
}

/** Each field once; a name with a list of values has them all. */
type Fields = ReadonlyMap<string, unknown>;

/** Reads the body; or the response to one that is wrong. */
export async function readAuthRequest(request: Request, maxBodyBytes: number): Promise<AuthBody | Response> {
  if (request.method !== 'POST') return refusal(405, 'Send a POST request.');
  const type = (request.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase();
  const read = readers.get(type ?? '');
  if (read === undefined) return refusal(415, 'Send application/x-www-form-urlencoded or application/json.');
  if (request.bodyUsed)
    throw misconfigured(
      'The body of the Request was read before: give the handler an unread one, or a clone.',
    );
  if (Number(request.headers.get('content-length') ?? 0) > maxBodyBytes) return tooLarge();
  const bytes = await readBounded(request.body, maxBodyBytes);
  if (bytes === undefined) return tooLarge();
  const fields = read(new TextDecoder().decode(bytes));
  if (fields === undefined) return refusal(400, 'The body cannot be read, or has a field twice.');
  const channels = channelsOf(fields);
  if (channels === null) return refusal(400, 'channel_name must be a text or a list of texts.');
  const socketId = socketIdOf(fields.get('socket_id'));
  if (socketId === undefined) return refusal(400, 'socket_id must be two numbers with a dot between them.');
  const further = [...fields].filter(([name]) => name !== 'socket_id' && name !== 'channel_name');
  return { socketId, channels, fields: new Map(further) };
}

const tooLarge = () => refusal(413, 'The body is too large.');

const readers: ReadonlyMap<string, (text: string) => Fields | undefined> = new Map([
  ['application/x-www-form-urlencoded', readForm],
  ['application/json', readJson],
]);

/** Batches name their fields `channel_name[0]`, `channel_name[1]`, or `channel_name[]`. */
function readForm(text: string): Fields | undefined {
  const fields = new Map<string, unknown>();
  const batch: string[] = [];
  for (const [name, value] of new URLSearchParams(text)) {
    if (/^channel_name\[\d*\]$/.test(name)) batch.push(value);
    else if (fields.has(name)) return undefined;
    else fields.set(name, value);
  }
  if (batch.length === 0) return fields;
  return fields.has('channel_name') ? undefined : fields.set('channel_name', batch);
}

function readJson(text: string): Fields | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return isRecord(body) ? new Map(Object.entries(body)) : undefined;
  } catch {
    return undefined;
  }
}

/** `null` for something else than names. */
function channelsOf(fields: Fields): AuthBody['channels'] | null {
  const channels = fields.get('channel_name');
  if (channels === undefined || typeof channels === 'string') return channels;
  if (!Array.isArray(channels) || channels.length === 0) return null;
  return channels.every((name) => typeof name === 'string') ? [...new Set<string>(channels)] : null;
}

function socketIdOf(value: unknown): string | undefined {
  try {
    return requireSocketId(value);
  } catch {
    return undefined;
  }
}
