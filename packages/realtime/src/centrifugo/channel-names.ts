import { unsupported, wrongInput } from '../internal/wrong-input.ts';

/** Names that the client refuses by type. The text of the type is what a compiler shows. @public */
export type CentrifugoChannelName<Name extends string> = Name extends `private-encrypted-${string}`
  ? 'Centrifugo has no encrypted channels.'
  : Name extends `#${string}`
    ? 'A channel name does not begin with "#".'
    : Name;

const maxLength = 255;

/**
 * Checks a name: printable ASCII, as Centrifugo allows. Source: Centrifugo documentation, "Channels and
 * namespaces".
 *
 * @throws InvalidInputError, UnsupportedError
 */
export function requireCentrifugoName(given: unknown): string {
  if (typeof given !== 'string' || given === '' || given.length > maxLength || !/^[\x21-\x7e]+$/.test(given))
    throw wrongInput(
      'channel',
      `A channel name is a text of 1 to ${maxLength} printable ASCII characters, without spaces.`,
    );
  if (given.startsWith('private-encrypted-'))
    throw unsupported('subscribe', 'Centrifugo has no encrypted channels: use another prefix.');
  if (given.startsWith('#') || /^(?:private|presence)-$/.test(given))
    throw wrongInput('channel', 'A channel name has a part after its prefix, and does not begin with "#".');
  return given;
}
