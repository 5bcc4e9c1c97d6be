import { OrgError } from '@org/core/basics';

/** The data of an event could not be decoded, or a part of it was lost. It was not delivered. @public */
export class CodecError extends OrgError {
  static override readonly family: string = 'CodecError';
  declare readonly code: 'codec';
}

export function undecoded(
  codec: string,
  event: { readonly name: string; readonly channel: string },
  why: string,
  cause?: unknown,
): CodecError {
  return new CodecError({
    message: `Event "${event.name}" on ${event.channel} was not delivered by the codec ${codec}: ${why}.`,
    provider: 'realtime',
    cause,
  });
}
