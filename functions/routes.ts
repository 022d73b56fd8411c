import type { Endpoint } from '../src/http/endpoint.ts';
import { everyRoute } from './groups.ts';

/** Every endpoint of the runtime, for hosts that load all of them. */
export const routes: readonly Endpoint[] = await everyRoute();
