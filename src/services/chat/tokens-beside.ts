import * as z from 'zod/mini';
import type { Usage } from '../../domain/records/token-usage.ts';
import type { Ports } from '../../ports.ts';
import { readDocument, updateDocument } from '../platform/ledger-documents.ts';
import { dayStart } from './tokens-today.ts';

/**
 * Tokens of model calls outside of conversations, such as evaluations. They count in the daily budget and in
 * no figure of visitors.
 */
export interface TokensBeside {
  /** Since the start of the UTC day, by all instances. */
  today(): Promise<number>;
  add(usage: Pick<Usage, 'inputTokens' | 'outputTokens'>): Promise<void>;
}

const Sum = z.object({ tokens: z.int() });
const KIND = 'tokens-beside';

/** Keeps one document a UTC day in the ledger. */
export function tokensBeside(
  dependencies: Pick<Ports, 'clock' | 'ledger' | 'random' | 'telemetry'>,
): TokensBeside {
  const { clock, ledger } = dependencies;
  const document = () => ({ kind: KIND, id: dayStart(clock.now()).slice(0, 10), schema: Sum });
  return {
    async today() {
      const sum = await readDocument({ read: ledger.readBesideTurn }, document());
      return sum?.value.tokens ?? 0;
    },
    async add({ inputTokens, outputTokens }) {
      const added = inputTokens + outputTokens;
      if (added === 0) return;
      await updateDocument(KIND, dependencies, document(), (stored) => ({
        value: { tokens: (stored?.value.tokens ?? 0) + added },
        result: undefined,
      }));
    },
  };
}
