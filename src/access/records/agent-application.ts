import * as z from 'zod/mini';
import { named, uuid } from '../../lib/fields.ts';

/** The identity-provider application that agents sign in with. */
export const AgentApplication = z
  .object({ clientId: uuid(), tenantId: uuid() })
  .register(z.globalRegistry, named('AgentApplication', 'The application that agents sign in with.'));
export type AgentApplication = z.output<typeof AgentApplication>;

/** The agents' sign-in: an application in the business's tenant of an identity provider. */
export interface SignIn {
  /** The provider's URL without a trailing slash. Plain http only for a provider on this machine. */
  authority: string;
  tenantId: string;
  clientId: string;
  scope: string;
}
