// The protocol server in its own process, which a test may kill. Usage: service-process.ts port; prints its
// port and app key.
import { startRealtimeService } from '../../../sandbox/src/realtime/realtime-service.ts';

const [port = '0'] = process.argv.slice(2);
const service = await startRealtimeService({ port: Number(port), limits: { connections: 20_000 } });
console.log(JSON.stringify({ port: service.port, key: service.app.key }));
process.stdin.on('end', () => process.exit(0)).resume();
