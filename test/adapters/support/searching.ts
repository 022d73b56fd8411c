import type { ReceivedCall } from '../../fakes/model-server.ts';
import type { ScriptedReply } from '../../fakes/model/script.ts';

/** Four pages of one section each, so that none brings another one with it. */
export const SHOP = {
  'help-1.md': '# Help\n\n## Returning an order\nSend it back within 30 days.\n',
  'help-2.md': '# Help\n\n## Opening hours\nMonday to Friday.\n',
  'help-3.md': '# Help\n\n## Guarantee on frames\nSteel lasts ten years.\n',
  'help-4.md': '# Help\n\n## Gift vouchers\nThey never expire.\n',
};

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
