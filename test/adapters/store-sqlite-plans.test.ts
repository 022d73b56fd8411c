import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { sqliteStore } from '../../src/adapters/store/sqlite.ts';
import { indexTerms } from '../../src/lib/search-text.ts';
import { dataFolder } from '../support/files/data-folder.ts';
import { sharedFixture } from '../support/fixtures.ts';

describe('The statements of the SQLite store', () => {
  /** Each step of each statement's plan, with the statement. */
  let plans: string[];
  const folder = sharedFixture(() => dataFolder());
  beforeAll(async () => {
    const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare');
    const store = sqliteStore(folder);
    // Each set of conditions of a list is a separate statement, made when it is first asked.
    const conditions = [
      {},
      { claimedBy: 'agent' },
      { sourceDomain: 'shop.example' },
      { ofWidgets: ['widget'] },
      { withoutWaitingOn: ['widget'] },
    ];
    for (const one of conditions) {
      await store.conversations.queue({ status: 'human_requested', limit: 20, ...one });
    }
    const facets = ['person:mia', 'widget:none'];
    for (const more of [{}, { facets }, { facets, activeSince: '2026-11-20T00:00:00.000Z' }]) {
      await store.conversations.list({ sortBy: 'recent', limit: 20, ...more });
      await store.conversations.list({ sortBy: 'cost', limit: 20, ...more });
    }
    for (const order of ['newest', 'oldest'] as const) {
      await store.conversations.closed({ from: '', to: '9', order, facets, limit: 20 });
    }
    await store.close();
    const statements = prepare.mock.calls.map(([sql]) => sql);
    prepare.mockRestore();
    const open = (name: string) => {
      const file = new DatabaseSync(join(folder.dataDir, name));
      file.function('index_terms', (content) => indexTerms(String(content)));
      return file;
    };
    const [main, counting] = [open('conversations.db'), open('counters.db')];
    plans = statements
      .filter((sql) => !/^(BEGIN|COMMIT|ROLLBACK|PRAGMA)/.test(sql))
      .flatMap((sql) => {
        const steps = (/ counter /.test(sql) ? counting : main).prepare(`EXPLAIN QUERY PLAN ${sql}`).all();
        return steps.map((step) => `${String(step['detail'])} ← ${sql}`);
      });
    main.close();
    counting.close();
  });

  it('scan no whole table, and sort nothing that grows with the store', () => {
    expect(plans.length).toBeGreaterThan(30);
    // The index of words is its own way in, a list of widgets comes with the question, and days are found by
    // one look each.
    const allowed = /^SCAN ((message_text|json_each) VIRTUAL TABLE|active ←)/;
    expect(plans.filter((plan) => /^SCAN|TEMP B-TREE/.test(plan) && !allowed.test(plan))).toEqual([]);
  });
});
