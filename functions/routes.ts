import type { Endpoint } from '../src/http/endpoint.ts';
import { everyRoute } from './groups.ts';

/** Every endpoint of the runtime, in the order of the specification, for what loads all of them. */
export const routes: readonly Endpoint[] = await everyRoute();
