import type { Endpoint } from '../../src/http/endpoint.ts';
import { sourceEndpoints } from './sources.ts';
import { pageEndpoints } from './pages.ts';

/** Admin endpoints for websites as knowledge sources. */
export const websiteRoutes: readonly Endpoint[] = [...sourceEndpoints, ...pageEndpoints];
