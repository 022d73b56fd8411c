import { realtimeContract } from '../contracts/realtime.contract.ts';
import { startLocalHub } from '../support/local-hub-server.ts';

realtimeContract('The local hub', startLocalHub);
