import type { LossyMapping } from '../model/fit/lossy.ts';
import {
  envelopeVerdicts,
  type Judged,
  judge,
  judgeRaw,
  lossesOf,
  mailVerdicts,
  partVerdicts,
  type Verdict,
} from './field-verdicts.ts';
import type { GivenMail, GivenPart } from './nodemailer-mail.ts';
import { contentOf, isContent, unsayable } from './part-content.ts';

/** Fields that nodemailer loads. */
const contents = ['text', 'html', 'amp', 'watchHtml', 'icalEvent'];

/**
 * The losses of a mail, by the fields that the program gave.
 *
 * @throws InvalidInputError for what no message can say
 */
export function requireSayable(given: GivenMail): LossyMapping[] {
  const { envelope = {}, raw } = given;
  const judged = raw ? judgeRaw(given) : [...judge(given, mailVerdicts), ...judgeParts(given)];
  judged.push(...judge(envelope, envelopeVerdicts, 'envelope.'));
  for (const { path, verdict } of judged)
    if (verdict.action === 'refused') throw unsayable(path, verdict.detail);
  if (!raw) for (const [path, part] of partsOf(given)) requireContent(path, part);
  return lossesOf(judged);
}

const nameless: Verdict = { action: 'reported', detail: 'a file without a name gets one' };

function judgeParts(given: GivenMail): Judged[] {
  return partsOf(given).flatMap(([path, part]) => {
    if (typeof part !== 'object' || part === null || isContent(part)) return [];
    const [, list = 'content'] = /^(attachments|alternatives|icalEvent)/.exec(path) ?? [];
    const judged = judge(part, partVerdicts[list as keyof typeof partVerdicts], `${path}.`);
    const isNameless = list === 'attachments' && Reflect.get(part, 'filename') === false;
    return isNameless ? [...judged, { path: `${path}.filename`, verdict: nameless }] : judged;
  });
}

/** Each content, and each part of a list, with its path. */
function partsOf(given: GivenMail): (readonly [path: string, part: unknown])[] {
  const { attachments = [], alternatives = [] } = given;
  const single = Object.entries(given).filter(([name]) => contents.includes(name));
  const listed = Object.entries({ attachments, alternatives }).flatMap(([list, parts]) =>
    [parts].flat().map((part, index) => [`${list}[${index}]`, part] as const),
  );
  return [...single, ...listed];
}

/** @throws InvalidInputError for what nodemailer does not load */
function requireContent(path: string, part: unknown): void {
  const isListed = path.endsWith(']');
  if (!isListed && isContent(part)) return;
  const content = contentOf(Object(part) as GivenPart) ?? (isListed ? undefined : part);
  if (!isContent(content)) throw unsayable(path, 'must have text, bytes or a stream of Node as its content');
  // The composer has replaced those that it can read. It copies an event before.
  const { path: file, href } = Object(part) as GivenPart;
  if (path !== 'icalEvent' && /^data:/i.test(String(file || href)))
    throw unsayable(path, 'has a data: URL that cannot be read');
}
