import type { ReceivedCall } from '../../fakes/model-server.ts';
import type { ScriptedReply } from '../../fakes/model/script.ts';

/** Four sections on one page. */
export const SHOP = `# Help

## Returning an order
Send it back within 30 days.

## Opening hours
Monday to Friday.

## Guarantee on frames
Steel lasts ten years.

## Gift vouchers
They never expire.
`;

/** A reply that calls `search_documents`, once for each query. */
export function searches(...queries: string[]): ScriptedReply {
  return {
    toolCalls: queries.map((query, index) => ({
      id: `call_${index}_${query.length}`,
      name: 'search_documents',
      arguments: [JSON.stringify({ query })],
    })),
  };
}

/** The results of the tools in a call, in order. */
export function toolResults(call: ReceivedCall | undefined): string[] {
  return call?.messages.filter(({ role }) => role === 'tool').map(({ content }) => content) ?? [];
}
