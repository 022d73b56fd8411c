import type { WorkflowOutcome } from '../domain/workflow-outcome.ts';

/** The Teams workflows of the customer's own Microsoft 365. */
export interface Workflows {
  /** Sends an Adaptive Card to the address of a workflow; every failure is an outcome. */
  post(address: URL, card: object, signal?: AbortSignal): Promise<WorkflowOutcome>;
}
