import { BadRequestError, type Classify, defineOperation, type HttpRequest } from '@org/core';
import { defineRequest, parseIsoInstant } from '@org/core/driver';
import { cannotCarry, isWithin, itemRequest, jsonSchema, readJson, redactAddresses } from '../../driver.ts';
import type { Suppression, SuppressionFilter, SuppressionInput, SuppressionReason } from '../../resources.ts';
import * as z from '../../wire/schema.ts';
import { classifyPostmarkFailure } from './errors.ts';

const defaultStream = 'outbound';
const dayMs = 86_400_000;

const wireStreams = z.object({
  MessageStreams: z.array(z.object({ ID: z.string(), MessageStreamType: z.string() })),
});
const wireDump = z.object({
  Suppressions: z.array(
    z.object({
      EmailAddress: z.string(),
      SuppressionReason: z.string(),
      Origin: z.optionalText(),
      CreatedAt: z.string(),
    }),
  ),
});
const wireWritten = z.object({
  Suppressions: z.array(z.object({ Status: z.string(), Message: z.optionalText() })),
});

/** A suppression by the recipient is an unsubscription; other manual ones are the sender's own. */
function reasonOf(reason: string, origin: string | null | undefined): SuppressionReason {
  if (reason === 'HardBounce') return 'hard-bounce';
  if (reason === 'SpamComplaint') return 'complaint';
  if (reason !== 'ManualSuppression') return 'other';
  return origin === 'Recipient' ? 'unsubscribe' : 'manual';
}

const wireReasons: ReadonlyMap<SuppressionReason, string> = new Map([
  ['hard-bounce', 'HardBounce'],
  ['complaint', 'SpamComplaint'],
  ['unsubscribe', 'ManualSuppression'],
  ['manual', 'ManualSuppression'],
]);

/** The suppressions of one stream, all at once. */
export interface DumpInput extends SuppressionFilter {
  readonly stream: string;
  readonly email?: string | undefined;
}

const path = '/message-streams/{stream}/suppressions';

function encodeDump({ stream, email, reason, from, to }: DumpInput): HttpRequest {
  if (reason !== undefined && !wireReasons.has(reason))
    throw cannotCarry('postmark', 'reason', `is not possible: no suppression has the reason '${reason}'`);
  const query = {
    EmailAddress: email,
    SuppressionReason: reason && wireReasons.get(reason),
    // Whole days of Eastern Time: one day more on both sides, and the exact limit is checked below.
    fromdate: from && dayOf(from.getTime() - dayMs),
    todate: to && dayOf(to.getTime() + dayMs),
  };
  return { ...itemRequest('GET', `${path}/dump`, stream), query };
}

const dayOf = (ms: number) => new Date(ms).toISOString().split('T')[0];

function mapDump(wire: z.infer<typeof wireDump>, { stream, reason, from, to }: DumpInput) {
  const suppressions = wire.Suppressions.map((item): Suppression => {
    const ownReason = reasonOf(item.SuppressionReason, item.Origin);
    const createdAt = parseIsoInstant(item.CreatedAt);
    return {
      email: item.EmailAddress,
      reason: ownReason,
      scope: 'stream',
      scopeId: stream,
      removable: ownReason !== 'complaint',
      ...(createdAt === undefined ? {} : { createdAt: new Date(createdAt) }),
    };
  });
  return suppressions.filter(
    (item) => (reason ?? item.reason) === item.reason && isWithin(item.createdAt, { from, to }),
  );
}

/** A write is a 200 with a status for each address. */
const classifyWrite: Classify = (response, context) => {
  const failure = classifyPostmarkFailure(response, context);
  const failed = readJson(wireWritten, response.json())?.Suppressions.find(
    ({ Status }) => Status === 'Failed',
  );
  if (failure !== undefined || failed === undefined) return failure;
  return {
    type: BadRequestError,
    message: 'Postmark did not change the suppression. That of a complaint cannot be removed.',
    words: failed.Message ?? undefined,
    redact: redactAddresses,
    outcome: 'not-sent',
    replay: 'never',
  };
};

const write = (name: string, end: string, status: string, takes: (input: SuppressionInput) => void) =>
  defineOperation({
    name,
    safety: 'idempotent',
    encode: (input: SuppressionInput) => {
      takes(input);
      const json = { Suppressions: [{ EmailAddress: input.email }] };
      return itemRequest('POST', `${path}${end}`, input.scopeId ?? defaultStream, json);
    },
    classify: classifyWrite,
    isAccepted: (response) => readJson(wireWritten, response.json())?.Suppressions[0]?.Status === status,
  });

export const suppressionOperations = {
  'suppression.add': write('suppression.add', '', 'Suppressed', ({ reason = 'manual' }) => {
    if (reason !== 'manual')
      throw cannotCarry('postmark', 'reason', "is not possible: an added suppression is 'manual'");
  }),
  'suppression.remove': write('suppression.remove', '/delete', 'Deleted', ({ reason }) => {
    if (reason === 'complaint')
      throw cannotCarry('postmark', 'reason', 'is not possible: Postmark keeps suppressions of complaints');
  }),
  /** The streams that send, of `suppression.check` and `suppression.list`. */
  'stream.list': defineRequest<undefined, readonly string[]>({
    safety: 'read',
    encode: () => ({ method: 'GET', path: '/message-streams' }),
    decode: jsonSchema(wireStreams, ({ MessageStreams }) =>
      MessageStreams.filter(({ MessageStreamType }) => MessageStreamType !== 'Inbound').map(({ ID }) => ID),
    ),
  }),
  'suppression.dump': defineRequest({
    safety: 'read',
    encode: encodeDump,
    decode: (response, input: DumpInput) => mapDump(wireDump.parse(response.json()), input),
  }),
};
