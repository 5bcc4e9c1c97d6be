import { createRealtimeClient } from '@org/realtime';
import { RealtimeProvider } from '@org/realtime/react';
import { createRoot } from 'react-dom/client';
import type { Start } from '../deliveries.ts';
import { Dashboard } from './dashboard.tsx';

const start: Start = await (await fetch('/api/start')).json();

createRoot(document.querySelector('main') ?? document.body).render(
  <RealtimeProvider client={() => createRealtimeClient(start.realtime)}>
    <Dashboard start={start} />
  </RealtimeProvider>,
);
