import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { sqliteStore } from '../../src/adapters/store/sqlite.ts';
import { AppError } from '../../src/core/errors.ts';
import type { Ledger, ReadConsistency } from '../../src/ports.ts';
import {
  createOnce,
  readDocument,
  removeDocument,
  updateDocument,
  type StoredDocument,
} from '../../src/platform/ledger-documents.ts';
import { dataFolder } from '../support/files/data-folder.ts';
import { freshFixture } from '../support/fixtures.ts';
import { recordingTelemetry } from '../support/ports/recording-telemetry.ts';
import { realClock } from '../support/clocks/real-clock.ts';
import { realRandom } from '../support/ports/random.ts';
import { refusal } from '../support/refusal.ts';

const COUNT = { kind: 'counts', id: 'one', schema: z.object({ count: z.number() }) };

describe('a document of the ledger', () => {
  let ledger: Ledger;
  const reads: (ReadConsistency | undefined)[] = [];
  const telemetry = recordingTelemetry();
  const clock = { ...realClock, now: () => 0, sleep: () => Promise.resolve() };
  const surroundings = () => ({ ledger, clock, random: realRandom, telemetry });
  const add = (known?: StoredDocument<{ count: number }>) =>
    updateDocument('count', surroundings(), { ...COUNT, known }, (stored) => {
      const count = (stored?.value.count ?? 0) + 1;
      return { value: { count }, result: count };
    });

  const folder = freshFixture(() => dataFolder());
  const store = freshFixture(() => sqliteStore(folder));
  beforeEach(async () => {
    telemetry.events.length = 0;
    reads.length = 0;
    ledger = {
      ...store.ledger,
      read(kind, id, consistency) {
        reads.push(consistency);
        return store.ledger.read(kind, id, consistency);
      },
    };
  });

  /** After the next read, another writer's change comes before its reader can write. */
  function interfereOnce(change: () => Promise<unknown>): void {
    const { read } = ledger;
    ledger.read = async (kind, id, consistency) => {
      const entry = await read(kind, id, consistency);
      ledger.read = read;
      await change();
      return entry;
    };
  }

  test('is parsed when it is read', async () => {
    expect(await readDocument(ledger, COUNT)).toBeUndefined();
    await ledger.write('counts', 'one', { count: 3, more: true }, 'absent');
    expect((await readDocument(ledger, COUNT))?.value).toEqual({ count: 3 });
  });

  test('keeps the changes of all simultaneous writers', async () => {
    await Promise.all(Array.from({ length: 20 }, () => add()));
    expect((await readDocument(ledger, COUNT))?.value.count).toBe(20);
  });

  test('is computed again from a strong read after a conflict, and the conflict is counted', async () => {
    interfereOnce(() => ledger.write('counts', 'one', { count: 10 }, 'absent'));
    expect((await add()).result).toBe(11);
    expect(reads).toEqual([undefined, 'strong']);
    expect(telemetry.events).toEqual([{ type: 'retry', operation: 'count', attempt: 1 }]);
  });

  test('that is known is not read, except after another writer has changed it', async () => {
    await add();
    const known = await readDocument(ledger, COUNT);
    reads.length = 0;
    expect((await add(known)).result).toBe(2);
    expect(reads).toEqual([]);
    expect((await add(known)).result).toBe(3);
    expect(reads).toEqual(['strong']);
  });

  test('keeps its version if nothing is changed', async () => {
    const { version } = await add();
    const left = await updateDocument('count', surroundings(), COUNT, (stored) => ({
      value: stored?.value,
      result: 'left',
    }));
    expect(left).toEqual({ result: 'left', version });
  });

  test('is not written if its change is refused', async () => {
    const refused = updateDocument('count', surroundings(), COUNT, () => {
      throw new AppError('rotation-conflict');
    });
    expect(await refusal(refused)).toBe('rotation-conflict');
    expect(await readDocument(ledger, COUNT)).toBeUndefined();
  });

  test('is created once, and later callers get the first value', async () => {
    const both = [1, 2].map((count) => createOnce(ledger, COUNT, { count }));
    const [first, second] = await Promise.all(both);
    expect(second).toEqual(first);
  });

  test('is removed even if another writer changes it at the same time', async () => {
    await add();
    interfereOnce(() => add());
    await removeDocument('count', surroundings(), COUNT);
    expect(await readDocument(ledger, COUNT)).toBeUndefined();
    await removeDocument('count', surroundings(), COUNT);
  });
});
