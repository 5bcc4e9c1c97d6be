import { isRecord } from '@org/core/driver';
import type { SandboxRequest, SandboxResponse } from '../../http/exchange.ts';
import { readJson } from '../../json.ts';
import { type Publication, publish } from '../channels/publish.ts';
import type { RealtimeContext } from '../context.ts';
import { parseInfo, readChannelInfo } from './channel-info.ts';
import { decideEvent } from './event-decision.ts';
import { jsonResponse, refuse } from './response.ts';

/** `POST /events`: one event for up to 100 channels. */
export function publishEvent(context: RealtimeContext, request: SandboxRequest): SandboxResponse {
  const body = readJson(request.text());
  if (!isRecord(body)) return refuse(400, 'The body must be a JSON object');
  const channels = body['channels'] ?? (body['channel'] === undefined ? [] : [body['channel']]);
  if (!Array.isArray(channels)) return refuse(400, 'The channels parameter must be a list');
  if (channels.length === 0) return refuse(400, 'Missing required parameter: channel');
  const decision = decideEvent(context.options.limits, { body, channels });
  if (!decision.isAllowed) return decision.refusal;
  for (const publication of decision.publications) publish(context, publication);
  const wanted = parseInfo(body['info']);
  if (wanted.size === 0) return jsonResponse({});
  const names = decision.publications.map(({ channel }) => channel);
  return jsonResponse({ channels: describe(context, names, wanted) });
}

/** `POST /batch_events`: up to 10 events of one channel each. All are checked before the first is sent. */
export function publishBatch(context: RealtimeContext, request: SandboxRequest): SandboxResponse {
  const { limits } = context.options;
  const body = readJson(request.text());
  const batch = isRecord(body) ? body['batch'] : undefined;
  if (!Array.isArray(batch)) return refuse(400, 'Missing required parameter: batch');
  if (batch.length > limits.eventsPerBatch) {
    return refuse(400, `Batch too large (${batch.length} > ${limits.eventsPerBatch})`);
  }
  const publications: Publication[] = [];
  for (const item of batch) {
    if (!isRecord(item)) return refuse(400, 'The items of batch must be JSON objects');
    if (item['channel'] === undefined) return refuse(400, 'Missing required parameter: channel');
    const decision = decideEvent(limits, { body: item, channels: [item['channel']] });
    if (!decision.isAllowed) return decision.refusal;
    publications.push(...decision.publications);
  }
  for (const publication of publications) publish(context, publication);
  const wanted = batch.map((item: Record<string, unknown>) => parseInfo(item['info']));
  if (wanted.every((attributes) => attributes.size === 0)) return jsonResponse({});
  const infos = publications.map(({ channel }, index) =>
    readChannelInfo(context, channel, wanted[index] ?? new Set()),
  );
  return jsonResponse({ batch: infos });
}

function describe(context: RealtimeContext, names: readonly string[], wanted: ReadonlySet<string>) {
  const channels: Record<string, Record<string, number>> = Object.create(null);
  for (const name of names) channels[name] = readChannelInfo(context, name, wanted);
  return channels;
}
