import { expect, it } from 'vitest';
import { plunkCapabilities } from '../drivers/plunk/limits.ts';
import { checkSupport } from './check-support.ts';
import { prepareMessage } from './prepare-message.ts';

const capabilities = { ...plunkCapabilities, message: { ...plunkCapabilities.message, cc: true } };
const message = { from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', html: '<p>Hi</p>' };

it.each([
  ['several recipients', { to: ['bob@example.com', 'cat@example.com'] }, 'unsupported'],
  ['a copy', { cc: 'cat@example.com' }, 'unsupported'],
  ['one recipient', {}, undefined],
])('refuses one mail for %s where each gets a separate one', (_what, extra, code) => {
  const prepared = prepareMessage({ ...message, ...extra, recipientVisibility: 'shared' });
  const check = () => checkSupport(prepared, capabilities, 'acme');
  if (code === undefined) expect(check).not.toThrow();
  else
    expect(check).toThrow(
      expect.objectContaining({ code, issues: [expect.objectContaining({ path: 'recipientVisibility' })] }),
    );
});
