// The protocol server in its own process, which a test may kill. Sends its port and app key; a message with
// a close code closes every connection.
import { startRealtimeService } from '../../../../sandbox/src/realtime/realtime-service.ts';

const service = await startRealtimeService({ limits: { connections: 20_000 } });
process.on('message', (code: number) => service.faults.closeAll(code));
process.on('disconnect', () => process.exit());
process.send?.({ port: service.port, key: service.app.key });
