import type { DeliveryResult } from '../domain/delivery-outcome.ts';

/** The Teams workflows of the customer's own Microsoft 365. */
export interface Workflows {
  /**
   * Sends an Adaptive Card to the address of a workflow; every failure is an outcome. `ok` is accepted, not
   * posted: the workflow posts the card later, or fails to.
   */
  post(address: URL, card: object, signal?: AbortSignal): Promise<DeliveryResult>;
}
