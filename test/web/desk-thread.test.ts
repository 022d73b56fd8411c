import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Message } from '../../src/conversations/records/message.ts';
import {
  completeUpTo,
  EMPTY_THREAD,
  markFailed,
  mergeMessages,
  nextToSend,
  queueAgain,
  addOutgoing,
  removeOutgoing,
  type Thread,
} from '../../src/web/desk/model/thread.ts';

const UNREACHABLE = { code: 'unreachable', sentence: 'The service could not be reached.' };
const REFUSED = { code: 'not-session-owner', sentence: 'Only the agent who has claimed it can do that.' };

function message(seq: number): Message {
  const createdAt = new Date(1_763_659_440_000 + seq).toISOString();
  return { id: `m${seq}`, sessionId: 's', seq, role: 'visitor', content: `Message ${seq}`, createdAt };
}

const stored = (count: number) => Array.from({ length: count }, (_, index) => message(index + 1));
const seqs = ({ messages }: Thread) => messages.map(({ seq }) => seq);

describe('the messages of a thread', () => {
  test('are those that are stored in the end, for lost, repeated, late and unordered events', () => {
    const history = fc.integer({ min: 1, max: 30 }).chain((count) =>
      fc.record({
        count: fc.constant(count),
        events: fc.array(fc.array(fc.integer({ min: 1, max: count }), { maxLength: 5 }), { maxLength: 40 }),
      }),
    );
    fc.assert(
      fc.property(history, ({ count, events }) => {
        const all = stored(count);
        const known = events.reduce<Thread>(
          (thread, batch) => mergeMessages(thread, batch.map(message)),
          EMPTY_THREAD,
        );
        expect(seqs(known)).toEqual([...new Set(events.flat())].sort((one, other) => one - other));
        const after = completeUpTo(known);
        expect(seqs(known).slice(0, after)).toEqual(all.slice(0, after).map(({ seq }) => seq));
        expect(mergeMessages(known, all.slice(after)).messages).toEqual(all);
      }),
    );
  });

  test.each([
    [[], 0],
    [[1, 2, 3], 3],
    [[2, 3], 0],
    [[1, 2, 4, 5], 2],
  ])('of %j are complete up to %i', (known, complete) => {
    expect(completeUpTo({ messages: known.map(message) })).toBe(complete);
  });
});

describe('a message that the agent sends', () => {
  const writing = addOutgoing(addOutgoing(EMPTY_THREAD, { id: 'a', content: 'First' }), {
    id: 'b',
    content: 'Second',
  });

  test('is shown immediately, in the order of writing', () => {
    expect(writing.outgoing).toEqual([
      { id: 'a', content: 'First' },
      { id: 'b', content: 'Second' },
    ]);
    expect(nextToSend(writing, false)).toMatchObject({ id: 'a' });
  });

  test('is shown once after it is stored, whether by its answer or by an event', () => {
    const arrived = mergeMessages(writing, [{ ...message(1), id: 'a', role: 'agent' }]);
    expect(arrived.outgoing).toEqual([{ id: 'b', content: 'Second' }]);
    expect(seqs(arrived)).toEqual([1]);
  });

  test('waits for an earlier message that was not sent', () => {
    const broken = markFailed(writing, 'a', REFUSED);
    expect(nextToSend(broken, false)).toBeUndefined();
    expect(nextToSend(removeOutgoing(broken, 'a'), false)).toMatchObject({ id: 'b' });
  });

  test('is sent independently of notes, so a failed one does not block the other kind', () => {
    const note = { id: 'n', content: 'For us', isNote: true } as const;
    const noted = addOutgoing(writing, note);
    expect(nextToSend(noted, true)).toBe(note);
    expect(nextToSend(markFailed(noted, 'n', REFUSED), true)).toBeUndefined();
    expect(nextToSend(markFailed(noted, 'n', REFUSED), false)).toMatchObject({ id: 'a' });
    expect(queueAgain(markFailed(noted, 'n', UNREACHABLE)).outgoing.at(-1)).toEqual(note);
  });

  test('is sent again with the same id when the agent retries', () => {
    expect(queueAgain(markFailed(writing, 'a', REFUSED), 'a')).toEqual(writing);
  });

  test('is repeated automatically only if the service was unreachable', () => {
    expect(queueAgain(markFailed(writing, 'a', UNREACHABLE))).toEqual(writing);
    const refused = markFailed(writing, 'a', REFUSED);
    expect(queueAgain(refused)).toBe(refused);
  });
});
