import { type Peer, peerError } from '@org/core/basics';
import * as React from 'react';

export const reactPeer: Peer = { feature: '@org/realtime/react', name: 'react', from: '18.0.0' };

// As properties: an older React has none of them, and an import of their names would fail without a reason.
// The name, not the version: preact/compat has the hooks, and calls itself 17.
if (React.useSyncExternalStore === undefined) throw peerError(reactPeer, React.version);
export const useSyncExternalStore = React.useSyncExternalStore;
export const useInsertionEffect = React.useInsertionEffect;
