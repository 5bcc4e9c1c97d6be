import type { SandboxDescription } from '../description.ts';
import { type Route, route } from '../http/router.ts';

/** The parts of the sandbox for programs that control it. */
export interface Control {
  describe(): SandboxDescription;
  reset(): void;
}

/** The routes of the command line: what the sandbox is, and what changes all of it. */
export function controlRoutes(control: Control, views: unknown): readonly Route[] {
  return [
    route('GET', '/api/sandbox', () => ({ status: 200, json: { ...control.describe(), views } })),
    route('POST', '/api/reset', () => {
      control.reset();
      return { status: 204 };
    }),
  ];
}
