import type { Checkpoint } from '../call-options.ts';

/** The parts of one request in a checkpoint. */
export interface PartStore {
  /** The answer; `undefined` if there is none, or an unreadable one. */
  load(part: number): Promise<unknown>;
  save(part: number, answer: unknown): Promise<void>;
  close(): Promise<void>;
}

/** The answers of another version may have another form: it has another key. */
const version = 1;

/** `plan` is all that decides what a part is: the driver, the request, its split. */
export async function openStore(checkpoint: Checkpoint, plan: unknown): Promise<PartStore> {
  const text = new TextEncoder().encode(JSON.stringify([version, plan]));
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', text));
  const key = Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return {
    async load(part) {
      const content = await checkpoint.load(key, part);
      return content === undefined ? undefined : parse(content);
    },
    save: (part, answer) => checkpoint.save(key, part, JSON.stringify(answer)),
    close: async () => checkpoint.close?.(),
  };
}

function parse(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}
