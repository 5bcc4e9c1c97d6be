import { parseSubaddress, visibleReply } from '@org/email/inbound';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const quoted = '> Shall we?\n> Ann';

describe('visibleReply', () => {
  it.each<[string, string, string]>([
    ['no quotation', 'Yes!\n\nBye', 'Yes!\n\nBye'],
    [
      'a quotation below',
      `Yes!\n\nOn Mon, 1 Jan 2030 at 10:00, Ann <ann@acme.dev> wrote:\n${quoted}\n`,
      'Yes!',
    ],
    [
      'a wrapped introduction',
      `Yes!\n\nOn Mon, 1 Jan 2030 at 10:00, Ann\n<ann@acme.dev> wrote:\n\n${quoted}`,
      'Yes!',
    ],
    ['a quotation above', `Am 01.01.2030 um 10:00 schrieb Ann:\n${quoted}\n\nJa!`, 'Ja!'],
    ['answers between quotations', '> One?\n\nYes\n\n> Two?\n\nNo\n', 'Yes\n\nNo'],
    [
      'another language',
      `Oui\n\nLe lun. 1 janv. 2030 à 10:00, Ann <ann@acme.dev> a écrit :\n${quoted}`,
      'Oui',
    ],
    ['an unknown language', `Igen\n\nAnn <ann@acme.dev> ezt írta (2030. jan. 1.):\n${quoted}`, 'Igen'],
    ['an introduction without marks', 'Yes\n\nOn Mon, 1 Jan 2030, Ann wrote:\n\nShall we?', 'Yes'],
    [
      'the block of Outlook',
      'Yes\r\n\r\nFrom: Ann <ann@acme.dev>\r\nSent: 1 May 2030\r\nTo: Bob\r\nSubject: Hi\r\n\r\nShall we?',
      'Yes',
    ],
    [
      'the block of Outlook in German',
      'Ja\n\nVon: Ann <ann@acme.dev>\nGesendet: Montag, 1. Januar 2030\nAn: Bob\nBetreff: Hi\n\nWollen wir?',
      'Ja',
    ],
    [
      'an introduction without a verb',
      'Да\n\nср, 30 апр. 2025 г. в 15:19, Ann <ann@acme.dev>:\n\nИдём?',
      'Да',
    ],
    ['a divider', 'Yes\n\n-----Original Message-----\nFrom: Ann\n\nShall we?', 'Yes'],
    ['a rule of Outlook', `Yes\n${'_'.repeat(32)}\nFrom: Ann`, 'Yes'],
    ['a signature', 'Yes\n-- \nBob\nAcme', 'Yes'],
    ['a quotation alone', quoted, ''],
    [
      'a list with colons',
      'To do:\n\nBuy: milk\nCall: Bob\nPay: 20 euros\n',
      'To do:\n\nBuy: milk\nCall: Bob\nPay: 20 euros',
    ],
    ['an arrow', 'a -> b\n>= 5 is quoted, as a mark', 'a -> b'],
    ['a colon before a quotation', `My answer:\n${quoted}\nno`, 'My answer:\nno'],
  ])('%s', (_what, text, expected) => {
    expect(visibleReply(text)).toBe(expected);
  });

  it.each([
    ['a quotation of a time', 'Hi,\n\nAt 10:30 Bob wrote:\nplease ship 5 units.\n\nThanks'],
    ['a quotation of a day', 'In my mail of 3 May I wrote:\nThe price is 5 EUR.\n\nIs this true?'],
    ['an address', 'Please send the 2 invoices to <ann@acme.dev>:\n\n- invoice 17\n\nThanks, Bob'],
    ['fields', 'Order details:\n\nName: Ann\nStreet: Main 1\nZip: 2030\nMail: ann@x.dev\n\nSoon, please.'],
    ['fields of a journey', 'To book:\n\nFrom: Rome\nTo: Oslo\nSeats: 2\nBudget: 2030\n\nThanks'],
    ['a rule', `Part one\n${'_'.repeat(30)}\nPart two is important`],
    ['a heading', 'Part one\n\n--- Original price\n\n5 euros'],
    ['a divider above everything', '-----Original Message-----\nFrom: Ann\n\nShall we?'],
    ['an introduction above everything', 'On Mon, 1 Jan 2030, Ann wrote:\n\nShall we?'],
    ['a signature alone', '-- \nBob'],
  ])('keeps all of an answer with %s', (_what, text) => {
    expect(visibleReply(text)).toBe(text);
  });

  it.each(['Amounts for 2024:', 'I changed 3 things:', 'At 10:30:'])('keeps %s above a quotation', (line) => {
    expect(visibleReply(`Hello\n${line}\n> a\nOK`)).toBe(`Hello\n${line}\nOK`);
  });

  it.each([
    'On Mon, 1 Jan 2030 at 10:00, Ann wrote:',
    'On Monday, January 1st, 2030, 10:00:00 AM GMT+1, Ann <ann@acme.dev> wrote:',
    'On 1/1/30, 10:00 AM, Ann wrote:',
    'On 2030-01-01 10:00, Ann wrote:',
    'Em seg., 1 de jan. de 2030 às 10:00, Ann <ann@acme.dev> escreveu:',
    'Le lun. 1 janv. 2030 à 10:00, Ann <ann@acme.dev> a écrit :',
    'Ann <ann@acme.dev> 于2030年1月1日周一 10:00写道:',
    '2030年1月1日(月) 10:00 Ann <ann@acme.dev>:',
    '01.01.2030 10:00, Ann написал:',
  ])('ends before %s', (line) => {
    expect(visibleReply(`Yes\n\n${line}\n\nShall we?`)).toBe('Yes');
  });

  it('is empty only where all is quoted', () => {
    const word = fc.constantFrom(
      'wrote:',
      '-- ',
      '_'.repeat(32),
      '<a@b>:',
      '1 May 2030',
      'From: a',
      'Sent: 1',
    );
    const text = fc.array(
      fc.array(word).map((words) => words.join(' ')),
      { minLength: 1 },
    );
    fc.assert(
      fc.property(text, (lines) => {
        const given = lines.join('\n');
        expect(visibleReply(given) === '').toBe(given.trim() === '');
      }),
    );
  });

  it('invents nothing, and what it returns has no quotation', () => {
    const line = fc.constantFrom(
      '',
      'Yes',
      '> no',
      'On 1 Jan 2030 Ann wrote:',
      '-- ',
      'From: a@b',
      'Sent: 2030',
      '___',
    );
    const text = fc.oneof(
      fc.array(line, { maxLength: 30 }).map((lines) => lines.join('\n')),
      fc.string(),
    );
    fc.assert(
      fc.property(text, (given) => {
        const visible = visibleReply(given);
        const lines = new Set(
          given
            .replaceAll('\r\n', '\n')
            .split('\n')
            .map((each) => each.trimEnd()),
        );
        for (const each of visible.split('\n')) {
          expect(each === '' || lines.has(each.trimEnd())).toBe(true);
          expect(each.startsWith('>')).toBe(false);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it.each(['On 1 Jan 2030 Ann wrote:\n', '> a\n', '\n', 'From: a@b 2030\n', 'x: '])(
    'reads hundreds of thousands of %o',
    (line) => {
      // In quadratic time, each would take minutes.
      expect(visibleReply(`${line.repeat(200_000)}\n> a`)).not.toContain('> a');
    },
  );
});

describe('parseSubaddress', () => {
  it.each([
    ['reply+t7@acme.dev', 'reply@acme.dev', 't7'],
    ['reply@acme.dev', 'reply@acme.dev', undefined],
    ['reply+@acme.dev', 'reply@acme.dev', ''],
    ['reply+a+b=c@acme.dev', 'reply@acme.dev', 'a+b=c'],
    ['reply@acme+b.dev', 'reply@acme+b.dev', undefined],
    ['"a@b+c"@acme.dev', '"a@b@acme.dev', 'c"'],
    ['', '', undefined],
  ])('%s', (address, mailbox, detail) => {
    expect(parseSubaddress(address)).toEqual({ mailbox, detail });
  });

  it('loses nothing', () => {
    const local = fc.stringMatching(/^[a-z]{1,9}$/);
    fc.assert(
      fc.property(local, fc.stringMatching(/^[a-z0-9+=-]{0,20}$/), (name, detail) => {
        const address = `${name}+${detail}@acme.dev`;
        expect(parseSubaddress(address)).toEqual({ mailbox: `${name}@acme.dev`, detail });
      }),
    );
  });
});
