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

/** Who may call an endpoint (Specification, Authentication, Surfaces). */
export type Gate = keyof Admitted;

/** What a handler knows about the caller, by gate. */
export interface Admitted {
  anonymous: object;
  /**
   * The token claims of a registered widget's visitor for the session of the call; none for the plain chat.
   */
  visitor: { passFor: (sessionId: string | undefined) => Promise<WidgetVisitor | undefined> };
  admin: { admin: AdminAccess };
  agent: { agent: AgentClaims };
  /** Agents and admins. */
  staff: { staff: Staff };
  /** The publisher's list of plans: public, from any site. */
  listing: object;
  /** Deployments that send reports; `sender` where an issuer is configured. */
  publisher: { sender: ReportSender | undefined };
}

/** The services behind a gate: the runtime's, or those of the publisher's control plane. */
export interface ServicesOf extends Record<Gate, Services | ControlPlaneServices> {
  anonymous: Services;
  visitor: Services;
  admin: Services;
  agent: Services;
  staff: Services;
  listing: ControlPlaneServices;
  publisher: ControlPlaneServices;
}

/** An authenticated caller, with cookies for the reply; or a reply that replaces the endpoint's. */
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

/** Authenticates a caller for a gate, or throws the error that refuses it. */
export async function admit<G extends Gate>(
  gate: G,
  request: HttpRequest,
  services: ServicesOf[G],
): Promise<Admission<G>> {
  return await GATES[gate](request, services);
}
