import { describe, expect, test } from 'vitest';
import { replyIdOf } from '../../src/conversations/rules/ids.ts';
import type { Message } from '../../src/conversations/records/message.ts';
import { placeReply, recentlyReplaced } from '../../src/conversations/rules/reply.ts';
import { append, startSession } from '../../src/conversations/rules/session-messages.ts';
import type { SessionRecord } from '../../src/conversations/records/session.ts';
import type { ModelCall } from '../../src/conversations/rules/turn.ts';

const ASKED = '2026-11-20T17:24:00.000Z';
const ENDED = '2026-11-20T17:24:09.000Z';
const STORED = '2026-11-20T18:00:30.000Z';
const QUESTION_ID = '0d9c3f6b-1e22-4c7b-9a54-3f2c1a806f5e';
const USAGE = { inputTokens: 100, outputTokens: 10, cachedInputTokens: 0 };

const asked = append(
  startSession('2f9c3f6b-1e22-4c7b-9a54-3f2c1a806f5e', ASKED),
  { id: QUESTION_ID, role: 'visitor', content: 'Why?' },
  ASKED,
);
const question = asked.message;

const whole = (id: string, content: string, endedAt = ENDED): ModelCall => ({
  id,
  content,
  endedAt,
  result: { model: 'm', usage: USAGE, sources: [], answered: true },
  used: { model: 'm', usage: USAGE, cost: 0.5 },
  uncounted: { model: 'm', usage: USAGE, cost: 0.5 },
});
const broken = (id: string, content: string): ModelCall => ({ id, content, endedAt: ENDED });

function place(session: SessionRecord, existing: Message | undefined, call: ModelCall, isInFigures = false) {
  return placeReply({ message: question, isInFigures, call }, session, existing, STORED);
}

describe('the first reply to a question', () => {
  const placed = place(asked.session, undefined, whole('call', 'So.'));

  test('is the next message, and its id derives from the question', () => {
    expect(placed.append).toEqual([placed.reply]);
    expect(placed.reply).toMatchObject({ id: replyIdOf(QUESTION_ID), seq: 2, createdAt: ENDED });
    expect(placed.session).toMatchObject({ messageCount: 2, inputTokens: 100, outputTokens: 10, cost: 0.5 });
    expect(placed.usage).toMatchObject({ id: placed.reply.id, messageId: placed.reply.id });
  });

  test('counts once in the hour in which it is stored, with its question', () => {
    expect(placed.activity).toMatchObject({
      id: 'call',
      at: STORED,
      conversations: 1,
      visitorMessages: 1,
      assistantMessages: 1,
      requests: 1,
      inputTokens: 100,
    });
    const counted = place(asked.session, undefined, whole('call', 'So.'), true);
    expect(counted.activity).not.toHaveProperty('visitorMessages');
  });

  test('that is stored late does not move the times of the conversation back', () => {
    const { session } = append(asked.session, { id: 'x', role: 'agent', content: 'Hi' }, STORED);
    const late = place(session, undefined, whole('call', 'So.'));
    expect(late.session).toMatchObject({ lastMessageAt: STORED, updatedAt: STORED });
    expect(late.reply).toMatchObject({ seq: 3, createdAt: ENDED });
  });

  test('that is already stored is neither stored nor counted again', () => {
    const again = place(placed.session, placed.reply, whole('call', 'So.'));
    expect(again).toEqual({ session: placed.session, reply: placed.reply, activity: placed.activity });
  });
});

describe('a second call whose question has a stored reply', () => {
  const first = place(asked.session, undefined, whole('first', 'So.'));

  test('keeps a complete reply and counts only the call', () => {
    const second = place(first.session, first.reply, whole('second', 'Because.'));
    expect(second.reply).toBe(first.reply);
    expect(second).not.toHaveProperty('append');
    expect(second).not.toHaveProperty('replace');
    expect(second.session).toMatchObject({ messageCount: 2, inputTokens: 200, cost: 1 });
    expect(second.usage).toMatchObject({ id: 'second', messageId: first.reply.id, inputTokens: 100 });
    expect(second.activity).toEqual({ id: 'second', at: STORED, requests: 1, ...USAGE, cost: 0.5 });
  });

  test('keeps a complete reply if the call was interrupted', () => {
    const second = place(first.session, first.reply, broken('second', 'Bec'));
    expect(second.reply).toBe(first.reply);
    expect(second.session).toEqual(first.session);
    expect(second.activity).toEqual({ id: 'second', at: STORED });
  });
});

describe('a complete reply to a question with an interrupted one', () => {
  const first = place(asked.session, undefined, broken('first', 'S'));

  test('replaces the interrupted one, and readers get the replacement for five minutes', () => {
    const second = place(first.session, first.reply, whole('second', 'So.'), true);
    expect(second.replace).toEqual(second.reply);
    expect(second.append).toEqual([]);
    expect(second.reply).toMatchObject({ id: first.reply.id, seq: 2, content: 'So.' });
    expect(second.reply).not.toHaveProperty('interrupted');
    expect(second.session).toMatchObject({ messageCount: 2, preview: 'So.', inputTokens: 100 });
    expect(second.usage).toMatchObject({ id: 'second', messageId: first.reply.id });
    expect(second.activity).toEqual({ id: 'second', at: STORED, requests: 1, ...USAGE, cost: 0.5 });
    expect(recentlyReplaced(second.session, Date.parse(STORED) + 299_999)).toEqual([first.reply.id]);
    expect(recentlyReplaced(second.session, Date.parse(STORED) + 300_000)).toEqual([]);
  });

  test('may request a person', () => {
    const call = whole('second', 'A person will help.');
    if (call.result) call.result.requestHuman = {};
    const second = place(first.session, first.reply, call, true);
    expect(second.session.status).toBe('human_requested');
    expect(second.append).toMatchObject([{ role: 'system', seq: 3 }]);
    expect(second.activity).toMatchObject({ handoffs: 1 });
    expect(second.reply).toMatchObject({ seq: 2, unanswered: true });
  });

  test.each([
    ['found nothing', { answered: false }, true],
    ['handed off by itself', { requestHuman: { reason: 'A refund' } }, true],
    ['handed off because the visitor asked for a person', { requestHuman: { byVisitor: true } }, undefined],
    ['answered', {}, undefined],
  ] as const)('a reply that %s', (_what, how, unanswered) => {
    const call = whole('second', 'A person will help.');
    if (call.result) Object.assign(call.result, how);
    expect(place(first.session, first.reply, call, true).reply.unanswered).toBe(unanswered);
  });

  test('removes replacements from the list once every reader has seen them', () => {
    const session = { ...first.session, replaced: { old: ENDED, fresh: '2026-11-20T18:04:00.000Z' } };
    const second = place(session, first.reply, whole('second', 'So.'), true);
    expect(Object.keys(second.session.replaced ?? {})).toEqual(['fresh', first.reply.id]);
  });
});
