import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { defineCommand } from '../command.ts';
import { followFolder } from '../preview/follow-folder.ts';
import { listRunning } from '../running.ts';
import { findSandbox, urlOption } from '../sandbox-client.ts';
import { start } from '../start.ts';
import { UsageError } from '../usage-error.ts';

const parts = { 'no-routing': true, 'no-realtime': true } as const;

/** `sandbox preview emails`: the mails of a folder, on the page. */
export const preview = defineCommand({
  name: 'preview',
  usage: '<folder>',
  summary: 'show the mails of a folder on the page, and follow their changes',
  details:
    'Mails are .html, .mjml (with mjml), and modules with a default export: .tsx and .jsx (React, with\n' +
    '@react-email/render and esbuild), .ts (with esbuild) and .js. It uses the running sandbox, or\n' +
    'starts one.',
  minArgs: 1,
  options: {
    render: { type: 'string', value: '<file>', help: 'its default export makes { html, text } of a module' },
    once: { type: 'boolean', help: 'render all mails once; exit with 1 if one fails' },
    ...urlOption,
  },
  async run(invocation) {
    const { args, options, signal } = invocation;
    const folder = resolve(args[0] ?? '');
    const found = await stat(folder).catch(() => undefined);
    if (!found?.isDirectory()) throw new UsageError(`"${args[0]}" is no folder.`);
    const render = options.render === undefined ? undefined : resolve(options.render);
    if (render !== undefined && !(await stat(render).catch(() => undefined))?.isFile())
      throw new UsageError(`"${options.render}" is no file.`);
    if (await stat(join(folder, 'package.json')).catch(() => undefined))
      throw new UsageError(
        `"${args[0]}" is a whole project, whose modules would run. Name its folder of mails.`,
      );
    const isRunning = options.url ?? process.env['SANDBOX_URL'] ?? (await listRunning())[0];
    const own =
      isRunning === undefined ? await start({ ...invocation, stdin: undefined, options: parts }) : undefined;
    if (isRunning === undefined && own === undefined) return 0;
    try {
      const client = await findSandbox(own?.page ?? options, signal);
      return await followFolder({ folder, render, client, invocation });
    } finally {
      await own?.close();
    }
  },
});
