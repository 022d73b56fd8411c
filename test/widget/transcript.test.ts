import { resolveObjectURL } from 'node:buffer';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { saveTranscript } from '../../widget/conversations/transcript.ts';
import { EMPTY } from '../../widget/panel/state.ts';

/** The links that were clicked. */
const clicked: { href: string; download: string }[] = [];
const element = () => ({
  append() {},
  click(this: { href: string; download: string }) {
    clicked.push({ href: this.href, download: this.download });
  },
});

beforeAll(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { createElement: element });
});
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('the file of a transcript stays available for a minute, because some browsers start a download late', async () => {
  const at = '2026-03-04T15:05:00.000Z';
  const messages = [{ id: 'a', seq: 1, role: 'visitor', content: 'How?', createdAt: at }];
  saveTranscript({
    config: { title: 'Ask us' },
    say: (english: string) => english,
    state: { ...EMPTY, messages },
    locale: 'en-GB',
  });
  const [{ href, download } = { href: '', download: '' }] = clicked;
  expect(download).toBe('chat.txt');
  vi.advanceTimersByTime(59_000);
  expect(await resolveObjectURL(href)?.text()).toMatch(/^Ask us\n\nYou, 4 Mar 2026, \d\d:05\nHow\?$/);
  vi.advanceTimersByTime(1_000);
  expect(resolveObjectURL(href)).toBeUndefined();
});
