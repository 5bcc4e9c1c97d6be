// The stand-ins of Node for a suite in another runtime: it has no module of Node.
import { fromJson } from './records.ts';

interface Remote {
  readonly url: string;
  /** What the stand-in has recorded, as of the last `update()`. */
  state(): unknown;
  update(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a stand-in of the host. Its other members are its address and what its suite needs. */
export async function startRemote(host: string, name: string, given?: unknown): Promise<Remote> {
  const ask = async (path: string, body?: unknown) => {
    const response = await fetch(`${host}/${path}`, { method: 'POST', body: JSON.stringify(body ?? null) });
    return fromJson(await response.json());
  };
  const { id, ...service } = (await ask(`start/${name}`, given)) as { id: number; url: string };
  let state: unknown = [];
  const update = async () => {
    state = await ask(`state/${id}`);
  };
  return { ...service, state: () => state, update, close: async () => void (await ask(`close/${id}`)) };
}
