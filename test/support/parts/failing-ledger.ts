import { AppError } from '../../../src/core/errors.ts';
import type { Ledger } from '../../../src/ports.ts';

/** A ledger that fails at the write of a number, before it is stored or after it, and from then on. */
export function failingLedger(
  ledger: Ledger,
  at: number,
  when: 'before' | 'after',
): { ledger: Ledger; writes: () => number } {
  let writes = 0;
  const away = () => new AppError('store-unavailable');
  const write = async <T>(work: () => Promise<T>): Promise<T> => {
    writes++;
    if (writes > at || (writes === at && when === 'before')) throw away();
    const result = await work();
    if (writes === at) throw away();
    return result;
  };
  return {
    writes: () => writes,
    ledger: {
      ...ledger,
      write: (...args) => write(() => ledger.write(...args)),
      remove: (...args) => write(() => ledger.remove(...args)),
    },
  };
}
