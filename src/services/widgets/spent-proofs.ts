import * as z from 'zod/mini';
import type { Clock, Ledger } from '../../ports.ts';

const KIND = 'spent-proofs';
const Spent = z.object({ until: z.iso.datetime() });

/** Sign-in proofs that were used, across all instances. */
export interface SpentProofs {
  /** True for the first caller with this id and false for every other; stored until the proof expires. */
  spend(id: string, until: string): Promise<boolean>;
}

/** One small document per proof: the store refuses to create it twice. Expired ones are deleted. */
export function spentProofs({ ledger, clock }: { ledger: Ledger; clock: Clock }): SpentProofs {
  async function removeEnded(): Promise<void> {
    const entries = await ledger.list(KIND);
    const ended = entries.filter(({ value }) => Date.parse(Spent.parse(value).until) <= clock.now());
    await Promise.all(ended.map(({ id, version }) => ledger.remove(KIND, id, version)));
  }

  return {
    async spend(id, until) {
      const first = (await ledger.write(KIND, id, { until }, 'absent')) !== undefined;
      if (first) await removeEnded();
      return first;
    },
  };
}
