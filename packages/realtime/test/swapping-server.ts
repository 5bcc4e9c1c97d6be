import { accept, frame, startScriptedServer } from './scripted-server.ts';

/** A service that, after `swap()`, handles the next unsubscribe frame after the frame that follows it. */
export async function startSwappingServer() {
  const joined = new Set<string>();
  let isSwapping = false;
  let held: string | undefined;
  const leave = (channel: string, say: (text: string) => void) => {
    if (!joined.delete(channel))
      say(frame('pusher:error', { message: `No current subscription to channel ${channel}` }));
  };
  const server = await startScriptedServer(({ event, channel }, say) => {
    if (event === 'pusher:unsubscribe' && isSwapping) held = channel;
    else if (event === 'pusher:unsubscribe') leave(channel, say);
    if (event !== 'pusher:subscribe') return;
    if (joined.has(channel))
      say(frame('pusher:error', { code: null, message: `Existing subscription to channel ${channel}` }));
    else say(accept(channel));
    joined.add(channel);
    if (held !== undefined) leave(held, say);
    held = undefined;
    isSwapping = false;
  });
  const swap = () => {
    isSwapping = true;
  };
  return { server, joined, swap };
}
