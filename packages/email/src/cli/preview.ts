import { type ProgramContext, WrongUsage } from '@org/core/command';
import { createEmailClient } from '../client.ts';
import { messageOptions, parseCommand } from './command-line.ts';
import { readMessage } from './message.ts';
import { chosenDrivers, openDriver } from './services.ts';

const formats = ['eml', 'html', 'text', 'json'];

/** `email preview`: the message as its recipients would see it. */
export async function runPreview(context: ProgramContext): Promise<number> {
  const options = { ...messageOptions, format: { type: 'string' } } as const;
  const values = parseCommand(context.args, options);
  const format = values.format ?? (values.json ? 'json' : 'eml');
  if (!formats.includes(format)) throw new WrongUsage(`--format must be one of ${formats.join(', ')}.`);
  const [name = ''] = chosenDrivers(values, context.env);
  await using client = createEmailClient({ driver: await openDriver(name, values) });
  const { raw, ...preview } = await client.preview(await readMessage(values, context));
  const { html, text } = preview;
  const whole = `${JSON.stringify(preview, undefined, 2)}\n`;
  const shown = { eml: raw, html, text, json: whole }[format];
  if (shown === undefined) throw new Error(`The message has no ${format} part. Choose another --format.`);
  context.stdout.write(shown);
  return 0;
}
