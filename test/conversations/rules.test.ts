import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bucketOf, FIRST_REPLY_BOUNDS, hourOf } from '../../src/availability/rules/activity.ts';
import { costOf } from '../../src/spending/rules/cost.ts';
import { AppError, SENTENCE_OF, STATUS_OF } from '../../src/core/errors.ts';
import { requestHuman } from '../../src/conversations/rules/handoff.ts';
import { replyIdOf } from '../../src/conversations/rules/ids.ts';
import { codePointLength, previewOf } from '../../src/lib/text.ts';
import { forVisitor } from '../../src/conversations/records/message.ts';
import { startSession } from '../../src/conversations/rules/session-messages.ts';

const NOW = '2026-11-20T17:24:00.000Z';
const SESSION = '11111111-1111-4111-8111-111111111111';

describe('cost', () => {
  test('is tokens times the price per million, cached input at its own price', () => {
    const prices = { input: 0.25, cachedInput: 0.025, output: 2 };
    expect(costOf({ inputTokens: 1_000_000, outputTokens: 500_000, cachedInputTokens: 0 }, prices)).toBe(
      1.25,
    );
    expect(costOf({ inputTokens: 1_000_000, outputTokens: 0, cachedInputTokens: 1_000_000 }, prices)).toBe(
      0.025,
    );
    expect(costOf({ inputTokens: 100, outputTokens: 20, cachedInputTokens: 0 }, prices)).toBe(0.000065);
  });
});

describe('ids', () => {
  test('the id of an answer is a UUID that derives from the question’s id and differs from it', () => {
    fc.assert(
      fc.property(fc.uuid(), (id) => {
        const reply = replyIdOf(id);
        expect(reply).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
        expect(reply).toBe(replyIdOf(id));
        expect(reply).not.toBe(id);
      }),
    );
  });
});

describe('text', () => {
  test('length counts Unicode code points', () => {
    expect(codePointLength('👋🏽')).toBe(2);
    expect(codePointLength('é')).toBe(1);
  });

  test('a preview is one line of at most 120 characters and never cuts a character in two', () => {
    const preview = previewOf(`  a\n b  ${'😀'.repeat(200)}`);
    expect(preview.startsWith('a b 😀')).toBe(true);
    expect(codePointLength(preview)).toBe(120);
    expect(preview.isWellFormed()).toBe(true);
  });

  test('a preview is the beginning of the text on one line, however much white space the text has', () => {
    const unit = fc.constantFrom('a', '😀', ' ', '\n', ' '.repeat(300), 'word '.repeat(50), '\ud83d');
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 200 }), fc.nat({ max: 130 }), (text, limit) => {
        const line = Array.from(text.replace(/\s+/gu, ' ').trim());
        expect(previewOf(text, limit)).toBe(line.slice(0, limit).join(''));
      }),
    );
  });
});

describe('a request for a person', () => {
  test('changes the status of the session and writes one system message', () => {
    const outcome = requestHuman(startSession(SESSION, NOW), NOW, {
      reason: 'visitor',
      words: 'I want a refund',
    });
    expect(outcome).toMatchObject({
      ok: true,
      session: {
        status: 'human_requested',
        humanRequestedAt: NOW,
        handoffReason: 'visitor',
        messageCount: 1,
      },
      messages: [
        {
          role: 'system',
          event: 'human-requested',
          seq: 1,
          content: expect.stringContaining('I want a refund'),
        },
      ],
    });
  });

  test('is idempotent', () => {
    const first = requestHuman(startSession(SESSION, NOW), NOW, { reason: 'visitor' });
    if (!first.ok) throw new Error(first.refusal);
    const again = requestHuman(first.session, NOW, { reason: 'message-left' });
    expect(again).toEqual({ ok: true, session: first.session, messages: [] });
  });
});

describe('a message as visitors get it', () => {
  test('omits the agent’s id and internal fields', () => {
    const shown = forVisitor({
      id: 'm',
      sessionId: SESSION,
      seq: 1,
      role: 'agent',
      content: 'Hi',
      createdAt: NOW,
      agent: { oid: 'secret-oid', name: 'Mia' },
      replyTo: 'q',
      queued: true,
      unanswered: true,
    });
    expect(shown).toEqual({
      id: 'm',
      sessionId: SESSION,
      seq: 1,
      role: 'agent',
      content: 'Hi',
      createdAt: NOW,
      agent: { name: 'Mia' },
    });
  });
});

describe('errors', () => {
  test('every code has a status and a sentence, and an error contains only its code and details', () => {
    expect(Object.keys(STATUS_OF).toSorted()).toEqual(Object.keys(SENTENCE_OF).toSorted());
    for (const sentence of Object.values(SENTENCE_OF)) expect(sentence).toMatch(/^[A-Z].*\.$/);
    expect(new AppError('rate-limited').message).toBe(SENTENCE_OF['rate-limited']);
  });
});

describe('figures', () => {
  test('belong to the UTC hour in which they happened', () => {
    expect(hourOf('2026-11-20T17:59:59.999Z')).toBe('2026-11-20T17:00:00.000Z');
  });

  test('a waiting time counts in the first bucket that contains it', () => {
    const buckets = [0, 5, 6, 86_401].map((seconds) => bucketOf(FIRST_REPLY_BOUNDS, seconds));
    expect(buckets).toEqual([5, 5, 10, 86_400]);
  });
});
