import type { Endpoint } from '../../src/http/endpoint.ts';
import type { ServicesOf } from '../../src/http/auth.ts';
import { plan } from './plan.ts';
import { plans } from './plans.ts';
import { reportDeploy } from './report-deploy.ts';
import { reportSeat } from './report-seat.ts';

export const controlPlaneRoutes: readonly Endpoint<ServicesOf['publisher']>[] = [
  plans,
  plan,
  reportSeat,
  reportDeploy,
];
