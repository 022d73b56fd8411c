import { realtimeContract } from '../contracts/realtime.contract.ts';
import { reliableContract } from '../contracts/realtime-reliable.contract.ts';
import { startLocalHub } from '../support/servers/local-hub-server.ts';

realtimeContract('The local hub', startLocalHub);
reliableContract('The local hub', 60_000, startLocalHub);
