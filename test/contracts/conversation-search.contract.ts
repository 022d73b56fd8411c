import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { after, begin, pages, say, START, freshStore } from '../support/stores/conversations.ts';
import type { OpenConversations } from './conversation-store.contract.ts';

/** Full-text search over messages. */
export function conversationSearchContract(name: string, open: OpenConversations): void {
  describe(`${name}, as a full-text index`, () => {
    const store = freshStore(open);

    const search = async (text: string) => (await store.search({ text, limit: 50 })).items;
    const contents = async (text: string) => (await search(text)).map(({ snippet }) => snippet);

    it('finds the messages that hold every word, in any order, newest first', async () => {
      await begin(store, 'The parcel is late', { at: after(0) });
      await begin(store, 'A late fee?', { at: after(1) });
      await begin(store, 'So late. Where is my parcel?', { at: after(2) });
      expect(await contents('late parcel')).toEqual(['So late. Where is my parcel?', 'The parcel is late']);
      expect(await contents('late')).toHaveLength(3);
      expect(await contents('late parcel zebra')).toEqual([]);
    });

    it.each([
      ['single letters', Array.from('abcdefghijklmnopqrstuvwxyz0123456789').join(' ')],
      ['as many words as a query can have', Array.from({ length: 100 }, (_, n) => letter(n)).join(' ')],
      [
        'words and runs without a space',
        Array.from({ length: 100 }, (_, n) => `${letter(n)}${run(n)}`).join(''),
      ],
    ])('requires also the last of many words: %s', async (_what, words) => {
      const [last = ''] = Array.from(words).slice(-1);
      await begin(store, words.slice(0, -1));
      expect(await search(words)).toEqual([]);
      await begin(store, `${last} ${words}`);
      expect(await search(words)).toHaveLength(1);
    });

    it.each([
      ['the case of letters', 'Where is MY Order', 'where order'],
      ['accents', 'Crème brûlée for Jörg', 'creme BRULEE jorg'],
      ['accents of the query', 'Creme for Jorg', 'crème Jörg'],
      ['how an accent is written', 'cafe\u0301', 'caf\u00e9'],
      ['other alphabets', 'ΑΘΉΝΑ и МОСКВА', 'αθήνα москва'],
    ])('folds %s', async (_what, content, query) => {
      await begin(store, content);
      expect(await contents(query)).toEqual([content]);
    });

    it.each([
      ['a Chinese word', '我想退货，怎么办？', '退货', ['退货']],
      ['one Chinese character', '我想退货', '货', ['货']],
      ['a Japanese word', '配送はいつですか', '配送', ['配送']],
      ['katakana, half as wide', 'ﾊﾟｿｺﾝの修理', 'パソコン', ['ﾊﾟｿｺﾝ']],
      ['a Korean word with an ending', '배송이 늦어요', '배송', ['배송']],
      ['a Thai word', 'ขอคืนสินค้าได้ไหม', 'สินค้า', ['สินค้า']],
      ['two scripts in one word', 'iPhone手机壳', '手机 iphone', ['iPhone', '手机']],
      ['a Hindi word', 'वापसी कैसे करें', 'वापसी', ['वापसी']],
      ['the beginning of a word', 'Delivery and deliveries', 'del', ['Delivery', 'deliveries']],
      ['a long beginning', 'Incomprehensibilities', 'incomprehensib', ['Incomprehensibilities']],
      ['the beginning of a number', 'Order 471100', '4711', ['471100']],
      ['a Greek beginning', 'Παράδοση', 'παρα', ['Παράδοση']],
      ['a Greek final sigma', 'Ο ΔΡΟΜΟΣ', 'δρόμος', ['ΔΡΟΜΟΣ']],
      ['a German sharp s', 'Meine Straße', 'strasse', ['Straße']],
      ['a double s', 'Meine STRASSE', 'straße', ['STRASSE']],
      ['an umlaut without its dots', 'Welche Größe?', 'grosse', ['Größe']],
      ['an umlaut as two letters', 'Welche Größe?', 'groesse', ['Größe']],
      ['two letters as an umlaut', 'Welche Groesse?', 'Größe', ['Groesse']],
      ['a Turkish i', 'İADE ıslak', 'iade islak', ['İADE', 'ıslak']],
      ['a Polish l', 'Mój żółw', 'zolw', ['żółw']],
      ['an l as a Polish one', 'Moj zolw', 'ŻÓŁW', ['zolw']],
      ['a Danish o', 'Rød grød', 'rod grod', ['Rød', 'grød']],
      ['Danish and French double letters', 'Ærø et Cœur', 'aero coeur', ['Ærø', 'Cœur']],
      ['a Vietnamese and a Croatian d', 'Đường Đakovo', 'duong dakovo', ['Đường', 'Đakovo']],
      ['Icelandic letters', 'Þórður', 'thordur', ['Þórður']],
      ['a capital sharp s', 'STRAẞE', 'strasse', ['STRAẞE']],
      ['Arabic without vowel points', 'مُرْتَجَع', 'مرتجع', ['مُرْتَجَع']],
      [
        'words that an English index leaves out',
        'To be or not to be',
        'to be not',
        ['To', 'be', 'not', 'to', 'be'],
      ],
      ['a word and nothing that begins like it', 'a to toe', 'to', ['to']],
    ])('finds %s', async (_what, content, query, marked) => {
      await begin(store, content);
      const hits = await search(query);
      expect(hits.map(({ snippet, highlights }) => highlights.map(([a, b]) => snippet.slice(a, b)))).toEqual([
        marked,
      ]);
    });

    it.each([
      ['a beginning of two letters', 'delivery', 'de'],
      ['another ending', 'running', 'runs'],
      ['the end of a word', 'delivery', 'ivery'],
      ['Chinese characters that do not stand together', '退款和货物', '退货'],
      ['the pairs of a Chinese word in another order', '甲乙 乙丙', '甲乙丙'],
      ['a word that only begins as far as it is indexed', 'conversations', 'conversationalist'],
      ['another voiced sound', 'かき', 'がき'],
    ])('does not find %s', async (_what, content, query) => {
      await begin(store, content);
      expect(await search(query)).toEqual([]);
    });

    it('reads a limited number of messages for each page, and finds an old match on a later page', async () => {
      await begin(store, 'conversationalist', { at: after(0) });
      for (let n = 1; n <= 430; n++) await begin(store, 'conversations', { at: after(n) });
      const found = await pages((cursor) =>
        store.search({ text: 'conversationalist', limit: 50, ...cursor }),
      );
      expect(found.flat()).toHaveLength(1);
    });

    it('returns the message of each match and the positions of its words', async () => {
      const first = await begin(store, 'Hello', { origin: 'https://shop.example' });
      const { message } = await say(store, first.session.sessionId, '👋 Un café, deux CAFÉS, cafe!', {
        at: after(1),
        message: { role: 'agent' },
      });
      const [hit, ...others] = await search('cafe');
      expect(others).toEqual([]);
      expect(hit).toEqual({
        sessionId: message.sessionId,
        messageId: message.id,
        seq: 2,
        role: 'agent',
        createdAt: after(1),
        origin: 'https://shop.example',
        snippet: message.content,
        highlights: [
          [6, 10],
          [17, 22],
          [24, 28],
        ],
      });
    });

    it('returns no origin if none was recorded', async () => {
      await begin(store, 'Hello');
      expect((await search('hello'))[0]).not.toHaveProperty('origin');
    });

    it('returns the part of a long message around its first match as the snippet', async () => {
      const content = `${'before '.repeat(300)}the needle and a needle${' after'.repeat(300)}`;
      await begin(store, content);
      const [hit] = await search('NEEDLE');
      expect(hit?.snippet.length).toBeLessThan(300);
      const marked = hit?.highlights.map(([start, end]) => hit.snippet.slice(start, end));
      expect(marked).toEqual(['needle', 'needle']);
      expect(content).toContain(hit?.snippet.replaceAll('…', ''));
      expect(hit?.snippet).toMatch(/^…before .* after…$/);
    });

    it('finds the place of a match among control characters and next to emoji', async () => {
      const content = '😀\u0001\u0001needle\u0001\u0002😀';
      await begin(store, content);
      const [hit] = await search('needle');
      expect(hit).toMatchObject({ snippet: content, highlights: [[4, 10]] });
    });

    it('keeps the highlight of a word that is longer than the snippet within the snippet', async () => {
      await begin(store, `${'short '.repeat(50)}${'x'.repeat(3000)} end`);
      const [hit] = await search('x'.repeat(3000));
      expect(hit?.snippet.length).toBeLessThan(300);
      const [[start, end] = [0, 0]] = hit?.highlights ?? [];
      expect(hit?.snippet.slice(start, end)).toMatch(/^x{100,}$/);
      expect(end).toBeLessThanOrEqual(hit?.snippet.length ?? 0);
    });

    it.each([
      '"',
      '""',
      '*',
      'nee*',
      'NEAR(',
      'NEAR(needle hay, 2)',
      'content:needle',
      '-needle',
      'needle NOT hay',
      'needle OR',
      'AND',
      '^needle',
      '{needle}',
      '(',
      "'; DROP TABLE message; --",
      '%',
      '\\',
      '😀',
      '\u0000',
      'needle\u0000"',
      '\ud800',
      '   ',
      '! ? .',
      '" '.repeat(100),
      'x '.repeat(100),
      '漢'.repeat(200),
    ])('treats %j as text, not as query syntax', async (query) => {
      await begin(store, 'a hayneedle stack');
      const hits = await search(query);
      expect(hits).toEqual([]);
    });

    it('finds words next to characters of query syntax', async () => {
      await begin(store, 'needle');
      for (const query of [
        '"needle"',
        'needle*',
        '-needle',
        'content:needle needle',
        '(needle)',
        'needle 😀',
      ]) {
        expect((await search(query)).length, query).toBe(query.includes('content') ? 0 : 1);
      }
    });

    it('never fails, and highlights only what is in the snippet', async () => {
      const text = fc.oneof(
        fc.string({ unit: 'binary', maxLength: 200 }),
        fc.string({ unit: 'grapheme', maxLength: 200 }),
        fc
          .array(fc.constantFrom('needle', '\u0001', 'é', '"', ' ', '😀', '\u0000', '\u0002', '…'), {
            maxLength: 60,
          })
          .map((parts) => parts.join('')),
      );
      await fc.assert(
        fc.asyncProperty(text, text, async (content, query) => {
          await begin(store, content);
          for (const { snippet, highlights } of await search(query)) {
            let last = 0;
            for (const [start, end] of highlights) {
              expect(start).toBeGreaterThanOrEqual(last);
              expect(end).toBeGreaterThan(start);
              last = end;
            }
            expect(last).toBeLessThanOrEqual(snippet.length);
          }
        }),
        { numRuns: 40 },
      );
    });

    it('lists every hit once over its pages', async () => {
      for (let n = 0; n < 23; n++) await begin(store, `needle ${n}`, { at: after(n) });
      const found = await pages((cursor) => store.search({ text: 'needle', limit: 5, ...cursor }));
      expect(found.map((page) => page.length)).toEqual([5, 5, 5, 5, 3]);
      expect(found.flat().map(({ snippet }) => snippet)).toEqual(
        Array.from({ length: 23 }, (_, n) => `needle ${22 - n}`),
      );
    });

    it('continues after the cursor although newer messages have arrived', async () => {
      for (let n = 0; n < 4; n++) await begin(store, `needle ${n}`, { at: after(n) });
      const first = await store.search({ text: 'needle', limit: 2 });
      await begin(store, 'needle 4', { at: START });
      const cursor = first.nextCursor ?? '';
      const { items } = await store.search({ text: 'needle', limit: 5, cursor });
      expect(items.map(({ snippet }) => snippet)).toEqual(['needle 1', 'needle 0']);
    });
  });
}

/** A different letter for each number up to 100, none folded to another. */
const letter = (n: number) => String.fromCodePoint(n < 26 ? 0x61 + n : 0x1200 + n);
/** A different Chinese character for each number. */
const run = (n: number) => String.fromCodePoint(0x4e00 + n);
