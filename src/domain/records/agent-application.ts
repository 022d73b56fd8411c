import * as z from 'zod/mini';
import { named, uuid } from './fields.ts';

/** The identity-provider application that agents sign in with. */
export const AgentApplication = z
  .object({ clientId: uuid(), tenantId: uuid() })
  .register(z.globalRegistry, named('AgentApplication', 'The application that agents sign in with.'));
export type AgentApplication = z.output<typeof AgentApplication>;
