import { addressedAs, type SandboxDescription } from '../description.ts';
import type { SandboxFailures } from '../failures.ts';
import type { Access } from '../http/access.ts';
import { hostNameOf } from '../http/origin.ts';
import { type Route, route } from '../http/router.ts';
import type { SandboxState } from '../mail/state/mail-state.ts';

/** The parts of the sandbox for programs that control it. */
export interface Control {
  readonly failures: SandboxFailures;
  describe(): SandboxDescription;
  reset(): void;
  save(): SandboxState;
  load(state: SandboxState): Promise<void>;
  /** @default this machine */
  readonly access?: Access;
}

/** The routes of the command line: what the sandbox is, and what changes all of it. */
export function controlRoutes(control: Control, views: unknown): readonly Route[] {
  return [
    route('GET', '/api/sandbox', ({ headers }) => {
      const { access } = control;
      const description = control.describe();
      const name = access?.isOpen === true ? hostNameOf(headers['host']) : undefined;
      const described = access && name ? addressedAs(description, access.name, name) : description;
      return { status: 200, json: { ...described, views } };
    }),
    route('GET', '/api/failures', () => ({ status: 200, json: { failures: control.failures.list() } })),
    route('POST', '/api/reset', () => {
      control.reset();
      return { status: 204 };
    }),
    route('GET', '/api/state', () => ({ status: 200, json: control.save() })),
    route('PUT', '/api/state', async (request) => {
      const state = request.json() as SandboxState;
      try {
        await control.load(state);
        return { status: 204 };
      } catch (error) {
        return { status: 400, json: { error: error instanceof Error ? error.message : String(error) } };
      }
    }),
  ];
}
