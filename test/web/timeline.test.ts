import { describe, expect, test } from 'vitest';
import type { Message } from '../../src/conversations/records/message.ts';
import { timeline } from '../../src/web/ui/timeline.ts';

describe('the timeline', () => {
  const message = (seq: number, createdAt: string, role: Message['role'] = 'visitor'): Message => ({
    id: `m${seq}`,
    sessionId: 's',
    seq,
    role,
    content: 'Hello',
    createdAt,
  });
  const note = (createdAt: string) => ({
    id: createdAt,
    content: 'Ask the warehouse',
    createdAt,
    agent: { oid: 'o', name: 'Mia' },
  });
  const kinds = (items: ReturnType<typeof timeline>) =>
    items.map((item) =>
      item.kind === 'message' ? `${item.message.id}${item.follows ? ' follows' : ''}` : item.kind,
    );

  test('has notes between the messages, by time', () => {
    const messages = [message(1, '2026-11-20T12:00:00.000Z'), message(2, '2026-11-20T12:10:00.000Z')];
    expect(
      kinds(timeline(messages, [note('2026-11-20T12:11:00.000Z'), note('2026-11-20T12:05:00.000Z')])),
    ).toEqual(['day', 'm1', 'note', 'm2', 'note']);
  });

  test('starts each day at its midnight, also after one whose midnight the clocks skipped', () => {
    const before = process.env['TZ'];
    process.env['TZ'] = 'America/Santiago';
    const messages = [message(1, '2026-09-06T12:00:00.000Z'), message(2, '2026-09-07T03:30:00.000Z')];
    const shown = kinds(timeline(messages, []));
    if (before === undefined) delete process.env['TZ'];
    else process.env['TZ'] = before;
    expect(shown).toEqual(['day', 'm1', 'day', 'm2']);
  });

  test('shows the author once for consecutive messages', () => {
    const messages = [
      message(1, '2026-11-20T12:00:00.000Z'),
      message(2, '2026-11-20T12:01:00.000Z'),
      message(3, '2026-11-20T12:02:00.000Z', 'assistant'),
      message(4, '2026-11-20T12:20:00.000Z', 'assistant'),
    ];
    expect(kinds(timeline(messages, []))).toEqual(['day', 'm1', 'm2 follows', 'm3', 'm4']);
  });

  test('shows where a day begins', () => {
    const messages = [message(1, '2026-11-18T12:00:00.000Z'), message(2, '2026-11-20T12:00:00.000Z')];
    expect(kinds(timeline(messages, []))).toEqual(['day', 'm1', 'day', 'm2']);
  });

  test('shows the author again after a note, after five minutes, and on another day', () => {
    const messages = [
      message(1, '2026-11-20T12:00:00.000Z'),
      message(2, '2026-11-20T12:01:00.000Z'),
      message(3, '2026-11-20T12:05:59.999Z'),
      message(4, '2026-11-20T12:10:59.999Z'),
      message(5, '2026-11-22T12:00:00.000Z', 'assistant'),
    ];
    const notes = [note('2026-11-22T13:00:00.000Z'), note('2026-11-20T12:00:30.000Z')];
    expect(kinds(timeline(messages, notes))).toEqual([
      ...['day', 'm1', 'note', 'm2', 'm3 follows', 'm4', 'day', 'm5', 'note'],
    ]);
  });
});
