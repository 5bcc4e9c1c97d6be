import { type Peer, requirePeer } from '@org/core/basics';
import * as Vue from 'vue';

// `onUnmount` of an app.
export const vuePeer: Peer = { feature: '@org/realtime/vue', name: 'vue', from: '3.5.0' };

// As properties: an older Vue has none of them, and an import of their names would fail without a reason.
requirePeer(vuePeer, Vue.version);
export const toValue = Vue.toValue;
export const hasInjectionContext = Vue.hasInjectionContext;
