import type { WidgetVisitor } from '../domain/widgets.ts';
import type { AgentClaims, ReportSender } from '../ports.ts';
import type { AdminAccess } from '../services/admin/admin-gate.ts';

import type { ControlPlaneServices } from '../services/reports/control-plane.ts';
import type { Services } from '../services/platform/services.ts';
import { admitAdmin } from './admin-door.ts';
import { admitAgent } from './agent-door.ts';
import { admitReport } from './report-door.ts';
import type { Cookie, HttpReply, HttpRequest } from './request.ts';
import { admitStaff, type Staff } from './staff-door.ts';
import { admitVisitor } from './visitor-door.ts';

/** Who may call an endpoint (specification, Authentication, Surfaces). */
export type Gate = keyof Admitted;

/** What a handler knows of the caller that its gate has let in. */
export interface Admitted {
  anonymous: object;
  /** The pass of a registered widget's visitor for the session that a call means; the plain chat has none. */
  visitor: { passFor: (sessionId: string | undefined) => Promise<WidgetVisitor | undefined> };
  admin: { admin: AdminAccess };
  agent: { agent: AgentClaims };
  /** Agents and admins alike. */
  staff: { staff: Staff };
  /** The publisher's list of plans: everyone, from any site. */
  listing: object;
  /** Deployments that send reports; `sender` where an issuer is configured. */
  publisher: { sender: ReportSender | undefined };
}

/** What the handlers behind a gate may use: the runtime's services, or those of the publisher's control plane. */
export interface ServicesOf extends Record<Gate, Services | ControlPlaneServices> {
  anonymous: Services;
  visitor: Services;
  admin: Services;
  agent: Services;
  staff: Services;
  listing: ControlPlaneServices;
  publisher: ControlPlaneServices;
}

/** A caller who is let in, with the cookies that the reply gives them; or another answer than the endpoint's. */
export type Admission<G extends Gate> =
  { caller: Admitted[G]; cookies?: readonly Cookie[] } | { instead: HttpReply };

const GATES: { [G in Gate]: (request: HttpRequest, services: ServicesOf[G]) => Promise<Admission<G>> } = {
  anonymous: () => Promise.resolve({ caller: {} }),
  visitor: admitVisitor,
  admin: admitAdmin,
  agent: admitAgent,
  staff: admitStaff,
  listing: () => Promise.resolve({ caller: {} }),
  publisher: admitReport,
};

/** Lets a caller through a gate or throws the error that says why not. */
export async function admit<G extends Gate>(
  gate: G,
  request: HttpRequest,
  services: ServicesOf[G],
): Promise<Admission<G>> {
  return await GATES[gate](request, services);
}
