/**
 * Channels whose subscription timed out on this connection. The service may still respond to it, which is no
 * response to a newer subscription, and to the unsubscribe frame that follows a timeout.
 *
 * @internal
 */
export interface LateAnswers {
  /** A subscription timed out. */
  expect(channel: string): void;
  /** Whether a refusal may be a late one. Each timeout counts once. */
  take(channel: string): boolean;
  /** The channels of which an error may say that there was nothing to unsubscribe. */
  readonly echoes: Iterable<string>;
  /** Such an error came. Each timeout counts once. */
  takeEcho(channel: string): void;
  /**
   * The service confirmed the newest subscription. Responses come in order, so no late one remains, except an
   * error whose code still loads.
   */
  settle(channel: string): void;
  /** The connection ended. */
  clear(): void;
}

// Bounds the memory when a service never responds.
const maxChannels = 10_000;

/** @internal */
export function createLateAnswers(): LateAnswers {
  const answers = new Map<string, number>();
  const echoes = new Map<string, number>();
  return {
    expect(channel) {
      for (const counts of [answers, echoes]) {
        if (counts.size >= maxChannels) counts.clear();
        counts.set(channel, (counts.get(channel) ?? 0) + 1);
      }
    },
    take: (channel) => takeOne(answers, channel),
    get echoes() {
      return echoes.keys();
    },
    takeEcho: (channel) => void takeOne(echoes, channel),
    settle: (channel) => void answers.delete(channel),
    clear() {
      answers.clear();
      echoes.clear();
    },
  };
}

function takeOne(counts: Map<string, number>, channel: string): boolean {
  const count = counts.get(channel) ?? 0;
  if (count > 1) counts.set(channel, count - 1);
  else counts.delete(channel);
  return count > 0;
}
