import type { OrgError, Schema } from '@org/core';
import { EventFormatError } from '../../errors/channel-errors.ts';
import type { Member } from '../../protocol/presence-data.ts';
import { describeMisfit, runSchema } from './check-schema.ts';

/** Validates the `info` of a member. Undefined, and reported, when it does not match. */
export type MemberReader = (
  member: Member,
  channel: string,
  report: (error: OrgError) => void,
) => Member | undefined;

export function createMemberReader(schema: Schema<unknown>): MemberReader {
  return ({ id, info }, channel, report) => {
    const outcome = runSchema(schema, info);
    if ('value' in outcome) return { id, info: outcome.value };
    const isLater = outcome instanceof Promise;
    const why = isLater ? 'its schema is asynchronous, and a list does not wait' : describeMisfit(outcome);
    const who = `Member "${id.slice(0, 128)}" of ${channel}`;
    report(
      new EventFormatError({
        message: `${who} is not listed: its info does not match (${why}).`,
        provider: 'realtime',
        ...(!isLater && outcome),
      }),
    );
    return undefined;
  };
}
