import type { Plan } from '../publisher/records/plan.ts';

type ReportKind = 'seat' | 'deploy';

/** The publisher's control plane; off if it is not configured. */
export interface Publisher {
  readonly configured: boolean;
  /** Undefined if the control plane cannot be reached or does not know the plan. */
  plan(planId: string): Promise<Plan | undefined>;
  /** Sends one status report; resolves to a failure code instead of throwing. */
  send(kind: ReportKind, payload: unknown): Promise<{ ok: true } | { ok: false; code: string }>;
}

/** A deployment that sends reports, identified by its managed identity's token. */
export interface ReportSender {
  tenantId: string;
  oid: string;
}

/** Validates the tokens of report senders. An invalid one is `unauthorized`. */
export interface ReportSenders {
  verify(token: string): Promise<ReportSender>;
}
