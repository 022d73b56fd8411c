import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Message } from '../../widget/model.ts';
import { reduce, restoreState, type ConversationEvent } from '../../widget/panel/reducer.ts';
import * as of from '../../widget/panel/state.ts';
import type { State } from '../../widget/panel/state.ts';

const message = (seq: number, role = 'assistant', id = `m${seq}`): Message => ({
  id,
  seq,
  role,
  content: `${role} ${seq}`,
});
const visitor = (seq: number, id: string) => message(seq, 'visitor', id);
const phases = (state: State) => state.turns.map(({ id, phase }) => `${id} ${phase}`);

const after = (state: State, ...events: readonly ConversationEvent[]): State => events.reduce(reduce, state);

/** The service has sent these messages. */
const received = (state: State, messages: readonly Message[]) =>
  after(state, { type: 'received', answer: { messages }, agent: state.agent });
const withStatus = (state: State, status: string, agent: string) =>
  after(state, { type: 'received', answer: { status }, agent });
const written = (state: State, turn: of.Unsent, fresh: string) =>
  after(state, { type: 'written', turn, fresh });
const failed = (state: State, id: string, failure: string) =>
  after(state, { type: 'failed', id, failure, retryAt: 0, isClosed: false });
const sending = (state: State, id: string) => after(state, { type: 'sending', id });
const stopped = (state: State, id: string) => after(state, { type: 'stopped', id });
const streamed = (state: State, id: string, answer: string) => after(state, { type: 'streamed', id, answer });
const retried = (state: State, all = false) => after(state, { type: 'retried', all });
const moved = (state: State, sessionId: string, status: string, fresh: string) =>
  after(state, { type: 'moved', sessionId, status, fresh });

/** The visitor has sent these, in this order. */
const sent = (...ids: string[]) =>
  ids.reduce((state, id) => written(state, { id, text: `text of ${id}` }, 'session'), of.EMPTY);

const B = { id: 'b', text: 'B' };

describe('messages', () => {
  it('are the same in any order and with any repetition of events', () => {
    const all = Array.from({ length: 8 }, (_, index) =>
      message(index + 1, index % 2 ? 'assistant' : 'visitor'),
    );
    fc.assert(
      fc.property(fc.array(fc.subarray(all), { maxLength: 6 }), (batches) => {
        const state = [...batches, all].reduce((now, batch) => received(now, batch), of.EMPTY);
        expect(state.messages).toEqual(all);
        expect(of.completeSeq(state)).toBe(8);
      }),
    );
  });

  it('are complete up to the first gap', () => {
    const state = received(of.EMPTY, [message(1), message(2), message(4)]);
    expect([of.completeSeq(state), of.lastSeq(state)]).toEqual([2, 4]);
    expect([of.completeSeq(of.EMPTY), of.lastSeq(of.EMPTY)]).toEqual([0, 0]);
  });

  it('are unread if the other side wrote them after the visitor looked', () => {
    const state = received({ ...of.EMPTY, read: 1 }, [
      message(1),
      visitor(2, 'a'),
      message(3, 'agent'),
      message(4),
    ]);
    expect(of.unread(state)).toBe(2);
    expect(of.unread({ ...state, read: 4 })).toBe(0);
  });

  it('from an agent end the agent’s typing signal', () => {
    const typing = { ...of.EMPTY, typing: 1 };
    expect(received(typing, [message(1, 'agent')]).typing).toBe(0);
    expect(received(typing, [message(1, 'assistant')]).typing).toBe(1);
  });

  it('an agent has seen what a signal said, whatever is received after it', () => {
    const answers = [{ type: 'seen', from: 'agent', seq: 2 }, { messages: [message(3, 'visitor')] }];
    const seen = answers.reduce<State>(
      (state, answer) => after(state, { type: 'received', answer, agent: 'Mia' }),
      of.EMPTY,
    );
    expect(seen.agentRead).toBe(2);
    expect(
      after(seen, { type: 'received', answer: { type: 'seen', from: 'agent', seq: 1 }, agent: 'Mia' })
        .agentRead,
    ).toBe(2);
    expect(
      after(seen, { type: 'moved', sessionId: 'other', status: 'open', fresh: '' }).agentRead,
    ).toBeUndefined();
  });
});

describe('sending a message', () => {
  it('keeps the first session id', () => {
    expect(written(sent('a'), B, 'another').sessionId).toBe('session');
  });

  it('queues it in order', () => {
    expect(phases(sent('a', 'b'))).toEqual(['a queued', 'b queued']);
  });

  it('waits for an earlier message that did not arrive', () => {
    const state = failed(sending(sent('a', 'b'), 'a'), 'a', of.UNDELIVERED);
    expect(phases(state)).toEqual(['a failed', 'b failed']);
  });

  it('does not wait for an earlier message that arrived without an answer', () => {
    const state = failed(received(sent('a', 'b'), [visitor(1, 'a')]), 'a', of.BROKEN);
    expect(phases(state)).toEqual(['a failed', 'b queued']);
  });

  it('again includes everything that failed, with the partial answer', () => {
    const state = retried(failed(streamed(sent('a', 'b'), 'a', 'half'), 'a', of.BUSY), true);
    const [first, second] = sent('a', 'b').turns;
    expect(state.turns).toEqual([{ ...first, answer: 'half' }, second]);
  });

  it('sends undelivered messages first, and does not repeat an interrupted answer', () => {
    const undelivered = failed(sent('a'), 'a', of.UNDELIVERED);
    expect(phases(written(undelivered, B, 'x'))).toEqual(['a queued', 'b queued']);
    const broken = failed(received(sent('a'), [visitor(1, 'a')]), 'a', of.BROKEN);
    expect(phases(written(broken, B, 'x'))).toEqual(['a failed', 'b queued']);
  });
});

describe('an answer', () => {
  const asked = received(streamed(sending(sent('a'), 'a'), 'a', 'Wel'), [visitor(1, 'a')]);

  it('that is stored ends its turn, whether it came as an event or in a reply', () => {
    expect(received(asked, [message(2)]).turns).toEqual([]);
  });

  it('ends the oldest turn, because answers come in the order of the questions', () => {
    const two = received(written(stopped(asked, 'a'), B, 'x'), [visitor(2, 'b')]);
    expect(phases(received(two, [message(3)]))).toEqual(['b queued']);
    expect(phases(received(two, [message(3), message(4)]))).toEqual([]);
  });

  it('that arrives twice ends one turn', () => {
    const two = received(written(asked, B, 'x'), [visitor(2, 'b')]);
    expect(phases(received(received(two, [message(3)]), [message(3)]))).toEqual(['b queued']);
  });

  it('from an agent does not end the turn of the assistant', () => {
    expect(phases(received(asked, [message(2, 'agent')]))).toEqual(['a sending']);
  });

  it('to an earlier question does not end a later turn', () => {
    expect(phases(received(received(sent('a'), [visitor(5, 'a')]), [message(2)]))).toEqual(['a queued']);
  });
});

describe('an interrupted answer', () => {
  const half = (seq: number): Message => ({ ...message(seq), interrupted: true });
  const broken = received(of.EMPTY, [visitor(1, 'a'), half(2)]);

  it('ends a turn that failed or waits, but not one in progress', () => {
    const asked = received(sent('a'), [visitor(1, 'a')]);
    for (const state of [asked, failed(asked, 'a', of.BROKEN)]) {
      const next = received(state, [half(2)]);
      expect([next.turns, of.lastSeq(next)]).toEqual([[], 2]);
    }
    const inProgress = sending(asked, 'a');
    const next = received(inProgress, [half(2)]);
    expect([next.turns, of.lastSeq(next)]).toEqual([inProgress.turns, 1]);
  });

  it('is requested again under the id of its question and replaced by the new one', () => {
    const again = retried(broken);
    expect(again.turns).toEqual([
      { ...of.queuedTurn({ id: 'a', sessionId: '', text: 'visitor 1' }), answer: 'assistant 2' },
    ]);
    expect(again.messages.map(({ seq }) => seq)).toEqual([1]);
    const answered = received(again, [message(2)]);
    expect([answered.turns, answered.messages.map(({ interrupted }) => interrupted)]).toEqual([
      [],
      [undefined, undefined],
    ]);
  });

  it('is requested once, even if the visitor asks several times', () => {
    const again = retried(broken);
    expect(of.interruptedAnswer(again)).toBeUndefined();
    expect(retried(again)).toEqual(again);
  });

  it.each([
    ['a newer message is on its way', written(broken, B, 'x')],
    ['a newer question has its answer', received(broken, [visitor(3, 'b'), message(4)])],
    ['a newer question is stored', received(broken, [visitor(3, 'b')])],
    ['a person has it', withStatus(broken, 'claimed', 'Mia')],
    ['its question is not here', received(of.EMPTY, [half(2)])],
  ])('is not requested again if %s', (_name, state) => {
    expect(of.interruptedAnswer(state)).toBeUndefined();
    expect(retried(state).messages).toEqual(state.messages);
  });

  it('can be requested again if only a system line follows it', () => {
    const again = retried(received(broken, [message(3, 'system')]));
    expect(again.messages.map(({ seq }) => seq)).toEqual([1, 3]);
  });
});

describe('unsent messages for another conversation', () => {
  it('are those that the service never received, with their text', () => {
    const state = failed(received(sent('a', 'b'), [visitor(1, 'a')]), 'b', of.OFFLINE);
    expect(of.unsent(state)).toEqual([of.queuedTurn({ id: 'b', sessionId: 'session', text: 'text of b' })]);
    expect(of.unsent(failed(sent('a'), 'a', of.BROKEN))).toEqual([]);
  });
});

describe('a change to another conversation', () => {
  const offline = failed(received(sent('a', 'b'), [visitor(1, 'a')]), 'b', of.OFFLINE);

  it('keeps messages that the service never received, and nothing else of the previous one', () => {
    const state = moved({ ...offline, agent: 'Mia', typing: 1, wait: 1, rated: {} }, 'other', 'claimed', 'x');
    expect(state).toEqual({
      ...of.EMPTY,
      sessionId: 'other',
      status: 'claimed',
      turns: [of.queuedTurn({ id: 'b', sessionId: 'other', text: 'text of b' })],
    });
  });

  it('that is not stored yet gives the messages a new session id', () => {
    const state = moved(offline, '', 'open', 'fresh');
    expect([state.sessionId, state.turns.map(({ sessionId }) => sessionId)]).toEqual(['fresh', ['fresh']]);
    expect(moved(of.EMPTY, '', 'open', 'fresh').sessionId).toBe('');
  });

  it('keeps the turns of that conversation', () => {
    expect(moved(offline, 'session', 'open', 'x').turns).toEqual(offline.turns);
  });

  it('drops messages with files, because files belong to their conversation', () => {
    const state = written(of.EMPTY, { ...B, body: { attachments: ['ticket'] } }, 'session');
    expect(moved(state, 'other', 'open', 'x').turns).toEqual([]);
  });

  it('keeps the panel, the draft and the sound setting', () => {
    const kept = { open: true, draft: 'Hel', sound: true };
    expect(moved({ ...offline, ...kept }, 'other', 'open', 'x')).toMatchObject(kept);
  });
});

describe('the next turn', () => {
  const [first] = sent('a', 'b').turns;
  it.each([
    ['is the oldest one', sent('a', 'b'), first],
    ['waits for the answer to the previous one', sending(sent('a', 'b'), 'a'), undefined],
    ['waits until a stopped message has arrived', stopped(sent('a', 'b'), 'a'), undefined],
    ['is missing if all turns have failed', failed(sent('a'), 'a', of.UNDELIVERED), undefined],
  ])('%s', (_name, state, turn) => {
    expect(of.nextTurn(state)).toEqual(turn);
  });

  it('does not wait for the rest of a stopped answer', () => {
    const state = received(stopped(sent('a', 'b'), 'a'), [visitor(1, 'a')]);
    expect(of.nextTurn(state)?.id).toBe('b');
  });
});

describe('a request for a person', () => {
  const refused: State = { ...of.EMPTY, handoff: 'failed' };

  it('that failed is shown, and sent again when the visitor tries again', () => {
    expect(of.failureOf(refused)).toBe(of.REFUSED);
    expect([retried(refused).handoff, retried(refused, true).handoff]).toEqual(['failed', 'queued']);
  });

  it('stays while the status is open, and ends once a person is requested', () => {
    expect(withStatus(refused, 'open', '').handoff).toBe('failed');
    expect(withStatus(refused, 'human_requested', '').handoff).toBeUndefined();
  });
});

describe('after a reload the state', () => {
  it('sends unsent messages again, keeps an interrupted answer, and drops invalid records', () => {
    const kept = {
      text: 'Hel',
      unsent: [
        { id: 'a', sessionId: 'session', text: 'A' },
        { id: 'b', sessionId: 'session', text: 'B', failure: of.BROKEN },
      ],
    };
    const state = restoreState({ ...kept, unsent: [...kept.unsent, null, { id: 'c', text: 'C' }] });
    expect([state.draft, phases(state)]).toEqual(['Hel', ['a queued', 'b failed']]);
    expect(restoreState({})).toEqual({ ...of.EMPTY, turns: [] });
  });
});

describe('the status of a conversation', () => {
  it.each([
    ['open', false],
    ['human_requested', true],
    ['claimed', true],
    ['closed', false],
  ])('%s means that a person is requested or present: %s', (status, listens) => {
    expect(of.withPerson({ ...of.EMPTY, status })).toBe(listens);
  });

  it('has the agent’s name only while the agent has the conversation', () => {
    expect(withStatus(of.EMPTY, 'claimed', 'Mia').agent).toBe('Mia');
    expect(withStatus(of.EMPTY, 'human_requested', 'Mia').agent).toBe('');
  });

  it('of an agent ends a turn whose answer was interrupted, but not an undelivered message', () => {
    const broken = failed(received(sent('a'), [visitor(1, 'a')]), 'a', of.BROKEN);
    expect(withStatus(broken, 'claimed', 'Mia').turns).toEqual([]);
    const undelivered = failed(sent('a'), 'a', of.UNDELIVERED);
    expect(phases(withStatus(undelivered, 'claimed', 'Mia'))).toEqual(['a failed']);
  });
});
