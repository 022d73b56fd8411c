import type { Locator } from 'playwright-core';
import { expect } from 'vitest';

/** Room that a part may leave free where it is larger than its view, in pixels. */
const SLACK_PX = 24;

interface Box {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

/** The box of an element, and that of the window inside each scrolled parent of it. */
const boxes = (element: Element): { own: Box; view: Box } => {
  const boxOf = (one: Element): Box => {
    const { top, bottom, left, right } = one.getBoundingClientRect();
    return { top, bottom, left, right };
  };
  const parentOf = (one: Element): Element | null => {
    const tree = one.getRootNode();
    return one.assignedSlot ?? one.parentElement ?? (tree instanceof ShadowRoot ? tree.host : null);
  };
  const view: Box = { top: 0, bottom: innerHeight, left: 0, right: innerWidth };
  // A dialog in the top layer is cut by nothing that surrounds it.
  for (let one = parentOf(element); one && !(one instanceof HTMLDialogElement); one = parentOf(one)) {
    if (one === document.documentElement || getComputedStyle(one).overflow === 'visible') continue;
    const { top, bottom, left, right } = boxOf(one);
    view.top = Math.max(view.top, top);
    view.bottom = Math.min(view.bottom, bottom);
    view.left = Math.max(view.left, left);
    view.right = Math.min(view.right, right);
  }
  return { own: boxOf(element), view };
};

/** The class of what covers the middle of the visible part; undefined if nothing does. */
const cover = (element: Element, { x, y }: { x: number; y: number }): string | undefined => {
  const root = element.getRootNode();
  const front = root instanceof ShadowRoot || root instanceof Document ? root.elementFromPoint(x, y) : null;
  const isFree = front !== null && (element.contains(front) || front.contains(element));
  return isFree ? undefined : (front?.className ?? 'a part of another tree');
};

/**
 * `in view` if an element is wholly inside the window and each scrolled parent, or fills its view from its
 * beginning if it is larger, and is not covered; otherwise why not.
 */
async function visibility(element: Locator): Promise<string> {
  const { own, view } = await element.evaluate(boxes);
  const isWhole = own.top >= view.top - 1 && own.bottom <= view.bottom + 1;
  const height = own.bottom - own.top;
  const isFilled =
    height > view.bottom - view.top - SLACK_PX && own.top >= view.top - 1 && own.top < view.top + SLACK_PX;
  const isWide = own.right > own.left && own.left >= view.left - 1 && own.right <= view.right + 1;
  if (height <= 0 || !isWide || !(isWhole || isFilled)) {
    return `${JSON.stringify(own)} is not in ${JSON.stringify(view)}`;
  }
  const [x, top] = [(own.left + own.right) / 2, Math.max(own.top, view.top)];
  const covered = await element.evaluate(cover, { x, y: (top + Math.min(own.bottom, view.bottom)) / 2 });
  return covered === undefined ? 'in view' : `covered by ${covered}`;
}

/** Waits until an element is in view, and checks that it stays there for two frames. */
export async function expectInView(element: Locator): Promise<void> {
  await element.waitFor({ state: 'attached' });
  await expect.poll(() => visibility(element)).toBe('in view');
  const frames = (one: Element) =>
    new Promise((resolve) => {
      requestAnimationFrame(() => requestAnimationFrame(() => resolve(one.isConnected)));
    });
  await element.evaluate(frames);
  expect(await visibility(element)).toBe('in view');
}

export const isInView = async (element: Locator): Promise<boolean> =>
  (await visibility(element)) === 'in view';
