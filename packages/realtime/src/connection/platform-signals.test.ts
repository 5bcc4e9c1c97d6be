import { describe, expect, it } from 'vitest';
import { platformSignals } from './platform-signals.ts';

/** A page of a browser, as far as the signals use it. */
function createPage() {
  const connection = Object.assign(new EventTarget(), { type: 'wifi' });
  const navigator = { onLine: true, connection };
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  const scope = Object.assign(new EventTarget(), { navigator, document });
  const heard: string[] = [];
  const signals = platformSignals(scope);
  const stop = signals.listen((signal) => heard.push(signal));
  return { scope, document, navigator, connection, heard, signals, stop };
}

const pageEvent = (type: string, persisted: boolean) => Object.assign(new Event(type), { persisted });

describe('signals of a page', () => {
  it.each([
    ['online', 'online'],
    ['offline', 'offline'],
  ])('%s: %s', (type, signal) => {
    const { scope, heard } = createPage();
    scope.dispatchEvent(new Event(type));
    expect(heard).toEqual([signal]);
  });

  it.each([
    ['freeze', 'frozen'],
    ['resume', 'resumed'],
  ])('Page Lifecycle, %s: %s', (type, signal) => {
    const { document, heard } = createPage();
    document.dispatchEvent(new Event(type));
    expect(heard).toEqual([signal]);
  });

  it('the back/forward cache freezes a page; leaving or loading one does not', () => {
    const { scope, heard } = createPage();
    for (const type of ['pageshow', 'pagehide']) scope.dispatchEvent(pageEvent(type, false));
    expect(heard).toEqual([]);
    scope.dispatchEvent(pageEvent('pagehide', true));
    scope.dispatchEvent(pageEvent('pageshow', true));
    expect(heard).toEqual(['frozen', 'resumed']);
  });

  it('a page that becomes visible, not one that becomes hidden', () => {
    const { document, heard } = createPage();
    document.visibilityState = 'hidden';
    document.dispatchEvent(new Event('visibilitychange'));
    expect(heard).toEqual([]);
    document.visibilityState = 'visible';
    document.dispatchEvent(new Event('visibilitychange'));
    expect(heard).toEqual(['visible']);
  });

  it('another kind of network, not another speed', () => {
    const { connection, heard } = createPage();
    connection.dispatchEvent(new Event('change'));
    expect(heard).toEqual([]);
    connection.type = 'cellular';
    connection.dispatchEvent(new Event('change'));
    connection.dispatchEvent(new Event('change'));
    expect(heard).toEqual(['online']);
  });

  it('W14: emit nothing after the end', () => {
    const { scope, document, connection, heard, stop } = createPage();
    stop();
    scope.dispatchEvent(new Event('online'));
    scope.dispatchEvent(pageEvent('pagehide', true));
    document.dispatchEvent(new Event('freeze'));
    connection.type = 'cellular';
    connection.dispatchEvent(new Event('change'));
    expect(heard).toEqual([]);
  });

  it('only a platform that says so is offline', () => {
    const { signals, navigator } = createPage();
    expect(signals.isOnline()).toBe(true);
    navigator.onLine = false;
    expect(signals.isOnline()).toBe(false);
    expect(platformSignals({}).isOnline()).toBe(true);
    expect(() => platformSignals({}).listen(() => {})()).not.toThrow();
  });
});
