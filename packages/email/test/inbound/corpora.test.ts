// Raw mails of others, in the folders that MAIL_CORPORA names, separated by colons. None is kept here.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { InvalidInputError } from '@org/email';
import { parseMail, visibleReply } from '@org/email/inbound';
import { describe, expect, it } from 'vitest';

const folders = (process.env['MAIL_CORPORA'] ?? '').split(':').filter((folder) => folder !== '');

const mails = folders.filter(existsSync).flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.eml'))
    .map((name) => ({ name, path: `${folder}/${name}` })),
);

/** Mails that are no mails at all would be here, with the reason. */
const unreadable = new Set<string>();

describe.skipIf(mails.length === 0)(
  `raw mails of others${mails.length === 0 ? ' (MAIL_CORPORA names none)' : ''}`,
  () => {
    it('are at least fifty', () => {
      expect(mails.length).toBeGreaterThanOrEqual(50);
    });

    it.each(mails)('$name is read whole', async ({ name, path }) => {
      const raw = new Uint8Array(readFileSync(path));
      if (unreadable.has(name)) return expect(parseMail(raw)).rejects.toThrow(InvalidInputError);
      const mail = await parseMail(raw);
      const source = new TextDecoder('latin1').decode(raw);
      const head = source.slice(0, (/\r?\n\r?\n/.exec(source)?.index ?? source.length) + 1);
      const named = [...head.matchAll(/^([!-9;-~]+)[ \t]*:/gm)].map(([, header]) => header);
      expect(mail.headers.map((header) => header.name)).toEqual(named);
      expect(await mail.raw?.()).toEqual(raw);
      for (const file of mail.attachments) {
        expect((await file.bytes()).length).toBe(file.size);
        expect(file.filename ?? '').not.toMatch(/[/\\]/);
      }
      const hasContent = source.slice(head.length).trim() !== '';
      expect(Boolean(mail.text ?? mail.html ?? mail.attachments[0])).toBe(hasContent);
      expect(visibleReply(mail.text ?? '')).toBeTypeOf('string');
      return undefined;
    });
  },
);
