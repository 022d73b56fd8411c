import { describe, expect, test } from 'vitest';
import { MAX_DOCUMENTS } from '../../src/knowledge/rules/documents.ts';
import { AppError } from '../../src/core/errors.ts';
import type { Ledger } from '../../src/ports.ts';
import { GRACE_MS } from '../../src/assistants/stored-revisions.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { freshFixture } from '../support/fixtures.ts';
import { refusal } from '../support/refusal.ts';
import { openSqlite } from '../support/stores/sqlite-store.ts';
import { assistantInstance, MIA } from '../support/parts/assistant-instance.ts';
import { failingLedger } from '../support/parts/failing-ledger.ts';

const store = freshFixture(() => openSqlite());
const clock = freshFixture(() => manualClock());
const open = (ledger: Ledger = store.ledger) => assistantInstance({ ledger, clock, first: MIA });
const made = async () => (await open().assistants.create({ ...MIA, isDefault: false })).id;

const revisionsOf = async (id: string) => await store.ledger.list(`assistant-revisions-${id}`);
const textsOf = async (id: string) =>
  (await store.ledger.list(`assistant-texts-${id}`)).map(({ value }) => JSON.stringify(value));

describe('the garbage collection', () => {
  test('deletes texts that neither the live version, the draft nor an earlier version uses', async () => {
    const id = await made();
    const { assistants, cleanup, documents, drafts } = open();
    await documents.put(id, 'a.md', 'replaced in one batch');
    await documents.put(id, 'a.md', 'of an earlier version');
    await assistants.update(id, { ...MIA, instructions: 'Be brief.', isDefault: false });
    await documents.put(id, 'a.md', 'live');
    await drafts.save(id, MIA);
    await drafts.putDocument(id, 'a.md', 'replaced in the draft');
    await drafts.putDocument(id, 'a.md', 'of the draft');
    clock.advance(GRACE_MS + 1);
    await cleanup.run();
    expect(await textsOf(id)).toHaveLength(3);
    expect((await textsOf(id)).join()).not.toContain('replaced');
    expect(await drafts.document(id, 'a.md')).toBe('of the draft');
  });

  test('keeps ten earlier versions with their texts', async () => {
    const id = await made();
    const { assistants, cleanup, documents, versions } = open();
    for (let n = 0; n < 14; n++) {
      await documents.put(id, 'a.md', `Text ${n}`);
      await assistants.update(id, { ...MIA, instructions: `${n}`, isDefault: false });
      clock.advance(GRACE_MS + 1);
    }
    await cleanup.run();
    const kept = await versions.list(id);
    expect(kept).toHaveLength(10);
    await versions.restore(id, kept.at(-1)?.id ?? '');
    expect(await revisionsOf(id)).toHaveLength(11);
    const listed = new Set(kept.flatMap((version) => version.documents.map(({ name }) => name)));
    expect([...listed]).toEqual(['a.md']);
    expect(await documents.read(id, 'a.md')).toMatch(/^Text \d/);
  });

  test('keeps data of an interrupted writer for a grace period, and then deletes it', async () => {
    const id = await made();
    const { ledger } = failingLedger(store.ledger, 3, 'before');
    expect(await refusal(open(ledger).documents.put(id, 'a.md', 'A'))).toBe('store-unavailable');
    const { cleanup } = open();
    clock.advance(GRACE_MS - 1);
    await cleanup.run();
    expect(await textsOf(id)).toHaveLength(1);
    clock.advance(2);
    await cleanup.run();
    expect(await textsOf(id)).toEqual([]);
    expect(await revisionsOf(id)).toHaveLength(1);
  });

  test.each(['assistant-revisions', 'assistant-texts'])(
    'deletes no text that is listed again during its requests of %s',
    async (kind) => {
      const id = await made();
      const { documents } = open();
      let requests = 0;
      let written = 0;
      for (let at = 1; at <= 12; at++) {
        requests = 0;
        const again = async (asked: string) => {
          if (asked !== `${kind}-${id}` || ++requests !== at) return;
          written++;
          await open().documents.put(id, `again ${at}.md`, 'Again');
        };
        const ledger: Ledger = {
          ...store.ledger,
          async read(asked, ...given) {
            await again(asked);
            return await store.ledger.read(asked, ...given);
          },
          async list(asked, ...given) {
            await again(asked);
            return await store.ledger.list(asked, ...given);
          },
          async remove(asked, ...given) {
            await again(asked);
            return await store.ledger.remove(asked, ...given);
          },
        };
        await documents.put(id, 'a.md', 'Again');
        await documents.put(id, 'a.md', 'Other');
        for (let n = 1; n < at; n++) await documents.remove(id, `again ${n}.md`).catch(() => undefined);
        clock.advance(GRACE_MS + 1);
        await open(ledger).cleanup.run();
        for (const { name } of await open().documents.list(id)) {
          expect(await open().documents.read(id, name)).toMatch(/Again|Other/);
        }
      }
      expect(written).toBeGreaterThan(1);
    },
  );
});

describe('an assistant with the most documents', () => {
  test('has a list below two megabytes, stored outside of its record', async () => {
    const id = await made();
    const name = (n: number) => `${'漢'.repeat(95)} ${n}.md`;
    const longest = Array.from(
      { length: MAX_DOCUMENTS },
      (_, n) => [name(n), `# ${'漢'.repeat(300)}`] as const,
    );
    await open().putMany(id, Object.fromEntries(longest));
    const sizes = (await revisionsOf(id)).map(({ value }) => Buffer.byteLength(JSON.stringify(value)));
    expect(Math.max(...sizes)).toBeGreaterThan(1_000_000);
    expect(Math.max(...sizes)).toBeLessThan(2_000_000);
    const record = await store.ledger.read('assistant-records', id);
    expect(Buffer.byteLength(JSON.stringify(record?.value))).toBeLessThan(2_000);
  });

  test('is read by one request for each text, a few at a time', async () => {
    const id = await made();
    await open().putMany(id, Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`${n}.md`, `${n}`])));
    let running = 0;
    let most = 0;
    let reads = 0;
    const counted: Ledger = {
      ...store.ledger,
      async read(kind, ...given) {
        if (kind.startsWith('assistant-texts')) reads++;
        most = Math.max(most, ++running);
        const found = await store.ledger.read(kind, ...given);
        running--;
        return found;
      },
      list(kind, ...given) {
        if (kind.startsWith('assistant-texts')) throw new AppError('store-unavailable');
        return store.ledger.list(kind, ...given);
      },
    };
    const { live, records } = open(counted);
    const record = await records.find(id);
    const found = record && (await (await live.knowledge(record)).documents());
    expect(found?.map(({ markdown }) => Number(markdown)).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 100 }, (_, n) => n),
    );
    expect([reads, most]).toEqual([100, 8]);
  });

  test('has at most five million characters, and 400 000 of them in one document', async () => {
    const id = await made();
    const { documents, putMany } = open();
    expect(await refusal(documents.put(id, 'a.md', 'x'.repeat(400_001)))).toBe('file-text-too-long');
    const whole = Array.from({ length: 12 }, (_, n) => [`${n}.md`, 'x'.repeat(400_000)] as const);
    await putMany(id, Object.fromEntries([...whole, ['13.md', 'x'.repeat(200_000)]]));
    expect(await refusal(documents.put(id, 'more.md', 'x'))).toBe('validation-failed');
    // Equal texts are stored once.
    expect(await textsOf(id)).toHaveLength(2);
  });
});
