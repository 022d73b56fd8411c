import { expect, onTestFinished, test, vi } from 'vitest';
import { pageIdentity } from '../../widget/frame/page-identity.ts';

/** The exchange of a visitor whose conversation belongs to an identity, on a page that answers or not. */
async function exchangeWith(answer?: { token: string; failed: boolean }) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const forget = vi.fn();
  const identity = pageIdentity({
    isOn: () => true,
    request: () => answer && identity.receive(answer),
    refuse: () => undefined,
    forget,
  });
  const reply = { status: 401, body: { error: 'identity-required' } };
  const exchanged = identity.exchange(() => Promise.resolve(reply));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await exchanged).toBe(reply);
  return forget.mock.calls.length;
}

test('a visitor whom the page no longer identifies is forgotten', async () => {
  expect(await exchangeWith({ token: '', failed: false })).toBe(1);
});

test('a visitor is not forgotten because the page failed to answer in time', async () => {
  expect(await exchangeWith({ token: '', failed: true })).toBe(0);
  expect(await exchangeWith()).toBe(0);
});
