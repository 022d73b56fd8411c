import type { Endpoint } from '../../src/http/endpoint.ts';
import type { ServicesOf } from '../../src/http/auth.ts';
import { planEndpoints } from './plans.ts';
import { reportEndpoints } from './reports.ts';

export const controlPlaneRoutes: readonly Endpoint<ServicesOf['publisher']>[] = [
  ...planEndpoints,
  ...reportEndpoints,
];
