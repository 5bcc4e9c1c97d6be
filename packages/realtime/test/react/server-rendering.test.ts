import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { useChannel, useConnectionState, useLastEvent, usePresence } from '../../src/react/index.ts';
import { connectTo, startService } from '../realtime-fixtures.ts';
import { provide } from './react-fixtures.ts';

function Everything() {
  const { count, state } = usePresence('presence-room');
  return `${useConnectionState()} ${useChannel('orders').state} ${count} ${state} ${useLastEvent('a', 'b')}`;
}

describe('rendering on a server', () => {
  it('creates no client, and opens no socket', async () => {
    const create = () => {
      throw new Error('A client was created.');
    };
    expect(renderToString(provide(create, createElement(Everything)))).toBe(
      'idle waiting 0 waiting undefined',
    );
    const service = await startService();
    const { realtime } = connectTo(service);
    expect(renderToString(provide(realtime, createElement(Everything)))).toContain('idle waiting');
    expect(realtime.state).toBe('idle');
    expect(service.stats.connectionsAccepted).toBe(0);
  });
});
