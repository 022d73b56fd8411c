import { createServer } from 'node:http';
import type { Plan } from '../../../src/publisher/records/plan.ts';
import { closeServer, listen } from './listen.ts';

/** A control plane on the loopback interface that lists one plan. */
export interface ControlPlaneServer {
  url: string;
  /** The response: a plan, a status, or text that is not a plan. */
  answer: Plan | number | string;
  /** The requested paths. */
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

/** A plan that the service does not include by default. */
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
