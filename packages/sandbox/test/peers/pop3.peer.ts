import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { startMailService } from '../../src/mail/service/service.ts';

const hasPython = spawnSync('python3', ['-c', 'import poplib']).status === 0;

const program = `
import json, poplib, sys
box = poplib.POP3('127.0.0.1', int(sys.argv[1]), timeout=20)
capa = sorted(box.capa())
box.user('bob'); box.pass_('secret')
count, size = box.stat()
sizes = [line.decode() for line in box.list()[1]]
_, lines, octets = box.retr(1)
top = box.top(2, 1)[1]
uids = [line.decode() for line in box.uidl()[1]]
box.dele(1); box.rset(); box.noop(); box.dele(2)
box.quit()
print(json.dumps({'capa': capa, 'count': count, 'size': size, 'sizes': sizes, 'octets': octets, 'uids': uids,
  'lines': [line.decode() for line in lines], 'top': [line.decode() for line in top]}))
`;

describe.skipIf(!hasPython)("Python's poplib", () => {
  it('reads and deletes the mail of the sandbox', async () => {
    const service = await startMailService({ pop3: true });
    try {
      const envelope = { from: 'ann@acme.dev', to: ['bob@example.com'] };
      const source = 'Subject: Hi\r\n\r\n.one\r\ntwo\r\n';
      for (const id of ['m1', 'm2'])
        await service.mailbox.deliver({ id, via: 'smtp', envelope, raw: Buffer.from(source) });
      const port = `${service.pop3?.port}`;
      const { stdout } = await promisify(execFile)('python3', ['-c', program, port]);
      const { capa, ...found } = JSON.parse(stdout);
      expect(capa).toEqual(expect.arrayContaining(['PIPELINING', 'TOP', 'UIDL', 'USER']));
      const size = source.length;
      expect(found).toEqual({
        ...{ count: 2, size: 2 * size, sizes: [`1 ${size}`, `2 ${size}`], uids: ['1 m1', '2 m2'] },
        // It counts the line breaks too.
        ...{ octets: size, lines: ['Subject: Hi', '', '.one', 'two'], top: ['Subject: Hi', '', '.one'] },
      });
      expect(service.mailbox.list().map(({ id }) => id)).toEqual(['m1']);
    } finally {
      await service.close();
    }
  });
});
