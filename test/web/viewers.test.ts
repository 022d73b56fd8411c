import { describe, expect, test } from 'vitest';
import {
  viewersOf,
  viewersSentence,
  VIEWING_MS,
  withViewer,
  WRITING_MS,
  type ViewerSignal,
} from '../../src/web/desk/model/viewers.ts';

const NOW = 1_000_000;
const heard = (
  name: string,
  activity: ViewerSignal['activity'] = 'viewing',
  sessionId = 's',
): ViewerSignal => ({
  sessionId,
  agent: { oid: name, name },
  activity,
});
const after = (events: readonly ViewerSignal[], nowMs = NOW) =>
  events.reduce(
    (viewers, event) => withViewer(viewers, event, NOW),
    withViewer(new Map(), heard('X', 'left'), nowMs),
  );
const said = (events: readonly ViewerSignal[], nowMs = NOW) =>
  viewersSentence(viewersOf(after(events), 's', nowMs), nowMs);

describe('colleagues in a conversation', () => {
  test.each<[string | undefined, ViewerSignal[]]>([
    [undefined, []],
    ['Lee is viewing', [heard('Lee')]],
    ['Lee is viewing', [heard('Lee'), heard('Lee')]],
    ['Lee and Ana are viewing', [heard('Lee'), heard('Ana')]],
    ['Lee, Ana, and 1 other are viewing', ['Lee', 'Ana', 'Joe'].map((name) => heard(name))],
    ['Lee, Ana, and 2 others are viewing', ['Lee', 'Ana', 'Joe', 'Kim'].map((name) => heard(name))],
    ['Lee is writing a reply', [heard('Lee', 'writing')]],
    ['Ana is writing a reply. Lee is viewing', [heard('Lee'), heard('Ana', 'writing')]],
    [undefined, [heard('Lee'), heard('Lee', 'left')]],
    [undefined, [heard('Lee', 'writing', 'other')]],
  ])('are described as %j', (sentence, events) => {
    expect(said(events)).toBe(sentence);
  });

  test('are shown as viewing after a pause in typing, and removed after their desk is gone', () => {
    expect(said([heard('Lee', 'writing')], NOW + WRITING_MS)).toBe('Lee is viewing');
    expect(said([heard('Lee')], NOW + VIEWING_MS)).toBeUndefined();
    const viewers = withViewer(after([heard('Lee')]), heard('Ana', 'viewing', 'other'), NOW + VIEWING_MS);
    expect([...viewers.keys()]).toEqual(['other']);
  });
});
