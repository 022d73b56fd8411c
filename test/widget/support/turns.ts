import { expect } from 'vitest';
import type { FakeService } from './fake-service.ts';
import type { Visit } from './site.ts';

const LAST = 59;
/** Higher than every panel. */
export const LONG_ANSWER = Array.from({ length: LAST + 1 }, (_, line) => `Line ${line}`).join('\n\n');

/** A visit with the panel open. */
export async function opened<T extends Visit>(visit: T): Promise<T> {
  await visit.open();
  return visit;
}

/** A visit in which the visitor has said “Hello” and was answered. */
export async function answered<T extends Visit>(visit: T): Promise<T> {
  await visit.open();
  await visit.ask('Hello');
  return visit;
}

/** A visit in which the visitor is at the end of `LONG_ANSWER`. */
export async function longAnswered<T extends Visit>(site: {
  service: FakeService;
  visit(): Promise<T>;
}): Promise<T> {
  site.service.setAnswer(() => [LONG_ANSWER]);
  const visit = await site.visit();
  await visit.open();
  await visit.send('Tell me all');
  await visit.log.getByText(`Line ${LAST}`).waitFor();
  return visit;
}

/** The next answer stops after its first part, until the test finishes it or cuts it off. */
export function answerInTwo(
  service: FakeService,
  [first, second]: readonly [first: string, second: string],
  more?: Parameters<FakeService['setAnswer']>[1],
) {
  const ended = Promise.withResolvers<void>();
  // A cut may come before the answer has got that far.
  ended.promise.catch(() => {});
  service.setAnswer(async function* () {
    if (first !== '') yield first;
    await ended.promise;
    if (second !== '') yield second;
  }, more);
  return {
    finish: () => {
      ended.resolve();
    },
    cut: () => {
      ended.reject(new Error('cut'));
    },
  };
}

/** The visitor asks for a person, and an agent of this name claims the conversation. */
export async function handoff(service: FakeService, visit: Visit, name = 'Mia Berg'): Promise<void> {
  await visit.button('Talk to a person').click();
  await expect.poll(() => service.sockets()).toBe(1);
  service.claim(name);
  await visit.panel.getByRole('banner').getByText(name).waitFor();
}

/** The visitor ends the conversation by the menu, and confirms it. */
export async function endConversation(visit: Visit): Promise<void> {
  await visit.panel.locator('summary').click();
  await visit.button('End conversation').click();
  await visit.button('End conversation').click();
  await expect.poll(() => visit.log.locator('article').count()).toBe(0);
}
