import { isRecord, parseText } from '../internal/json.ts';

const secrets = ['auth', 'shared_secret'];

/** The data of a message. Without consent, tokens are hidden: they are fields of the frames that have one. */
export function readData(text: string, showTokens: boolean): unknown {
  const message = parseText(text);
  const data = isRecord(message) ? message['data'] : message;
  const value = typeof data === 'string' ? parseText(data) : data;
  if (showTokens || !isRecord(message) || !isRecord(value)) return value;
  const hasToken = message['event'] === 'pusher:subscribe' || message['event'] === 'pusher:signin';
  if (!hasToken) return value;
  const shown = Object.entries(value).map(([name, each]) => [
    name,
    secrets.includes(name) && each !== '' ? '[hidden]' : each,
  ]);
  return Object.fromEntries(shown);
}
