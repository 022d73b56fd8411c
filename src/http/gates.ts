import type { Services } from '../services/services.ts';
import type { HttpRequest } from './request.ts';

/** Who may call an endpoint (specification, Authentication, Surfaces). */
export type Gate = keyof Admitted;

/** What a handler knows of the caller that its gate has let in. */
export interface Admitted {
  anonymous: object;
  visitor: object;
}

const GATES: { [G in Gate]: (request: HttpRequest, services: Services) => Promise<Admitted[G]> } = {
  anonymous: () => Promise.resolve({}),
  visitor: () => Promise.resolve({}),
};

/** Lets a caller through a gate or throws the error that says why not. */
export async function admit<G extends Gate>(
  gate: G,
  request: HttpRequest,
  services: Services,
): Promise<Admitted[G]> {
  return await GATES[gate](request, services);
}
