import type { Sandbox } from '@org/sandbox';

/** The environment of a program that is printed for the real services and run against the sandbox. */
export function programEnv(sandbox: Sandbox): Readonly<Record<string, string>> {
  const routes: Record<string, string> = {};
  if (sandbox.mail) routes['https://next-api.useplunk.com'] = sandbox.mail.apiUrl;
  if (sandbox.routing)
    routes['https://api.heigit.org/openrouteservice'] = sandbox.routing.openrouteserviceUrl;
  return {
    ...sandbox.env,
    TILES_DIRECTORY: sandbox.tilesDirectory ?? '',
    SANDBOX_ROUTES: JSON.stringify(routes),
  };
}
