import type { Problem } from './door.ts';

/** Refuses a file that a mail names by URL: the sandbox opens no connections. @throws the problem */
export function refuseRemoteFile(url: unknown, field: string, problem: (message: string) => Problem): void {
  if (url === undefined || url === null || url === '') return;
  throw problem(
    `The sandbox does not fetch \`${field}\` (${String(url).slice(0, 200)}): send the content of the file ` +
      'in Base64, or start the sandbox with --allow-fetch.',
  );
}
