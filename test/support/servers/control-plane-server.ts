import { createServer } from 'node:http';
import type { Plan } from '../../../src/domain/records/plan.ts';
import { closeServer, listen } from './listen.ts';

/** A control plane on the loopback that lists one plan, for tests of who asks it. */
export interface ControlPlaneServer {
  url: string;
  /** Its answer: a plan, a status, or a text that is not a plan. */
  answer: Plan | number | string;
  /** The paths that were asked for. */
  readonly asked: string[];
  close(): Promise<void>;
}

export async function startControlPlane(answer: Plan | number | string): Promise<ControlPlaneServer> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const { answer: given } = plane;
    if (typeof given === 'number') return void response.writeHead(given).end();
    response.setHeader('content-type', 'application/json');
    response.end(typeof given === 'string' ? given : JSON.stringify(given));
  });
  const plane: ControlPlaneServer = {
    url: await listen(server),
    answer,
    asked,
    close: () => closeServer(server),
  };
  return plane;
}

/** A plan of the publisher that the service does not ship with. */
export function listedPlan(planId: string, changes: Partial<Plan> = {}): Plan {
  return {
    planId,
    planDisplayName: 'Listed',
    seatQuota: 3,
    gracePeriodDays: 5,
    upgradeUrl: 'https://publisher.example/upgrade',
    features: ['3 agent seats'],
    ...changes,
  };
}
