import { documentedNameLength, requireChannelName } from '../../protocol/channel-name.ts';

/**
 * Returns a client's check of channel names. `true` refuses names above the documented length, `false` allows
 * them, and `undefined` warns once.
 *
 * @internal
 */
export function createNameCheck(strictChannelNames: boolean | undefined): (given: unknown) => string {
  let mayWarn = strictChannelNames === undefined;
  return (given) => {
    const name = requireChannelName(given, strictChannelNames ? documentedNameLength : undefined);
    if (mayWarn && name.length > documentedNameLength) {
      mayWarn = false;
      console.warn('@org/realtime: a channel name is above 164 characters. See strictChannelNames.');
    }
    return name;
  };
}
