import { requireChannelName } from './channel-name.ts';

/** Source: Pusher documentation, "Channels". Pusher's own libraries allow 200. */
const documentedLength = 164;

/**
 * Returns a client's check of channel names. `true` refuses names above the documented length, `false` allows
 * them, and `undefined` warns once.
 */
export function createNameCheck(strictChannelNames: boolean | undefined): (given: unknown) => string {
  let isStrict = strictChannelNames;
  return (given) => {
    const name = requireChannelName(given, isStrict ? documentedLength : undefined);
    if (isStrict === undefined && name.length > documentedLength) {
      isStrict = false;
      console.warn('@org/realtime: a channel name has more than 164 characters; see strictChannelNames.');
    }
    return name;
  };
}
