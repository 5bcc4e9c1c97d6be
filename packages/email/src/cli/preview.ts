import { createEmailClient } from '../client.ts';
import { messageOptions, type ProgramContext, parseCommand, WrongUsage } from './command-line.ts';
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
  const { html = '', text = '' } = preview;
  const whole = () => `${JSON.stringify(preview, undefined, 2)}\n`;
  context.stdout.write({ eml: raw, html, text }[format] ?? whole());
  return 0;
}
