import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { freshFixture } from '../support/fixtures.ts';
import { renderedDesk } from './support/rendered-desk.ts';
import { isRendered, rangeNear, type Range } from '../../src/web/ui/thread-window.ts';

/** Renderings until a thread rests at a scroll position: more would be seen as a thread that flickers. */
const AT_MOST = 8;

/** What a reader or the page does, by turns: jumps, steps, and messages that become higher after a while. */
const ACTS = [
  ...[0.5, 0.93, 0.11, 0.67, 0.3].map((share) => `scrollTo(0, document.body.scrollHeight * ${share})`),
  ...[-1_500, -1_500, 1_500, -5_000, 700].map((step) => `scrollBy(0, ${step})`),
  'for (const it of document.querySelectorAll(".bubble")) it.style.paddingBottom = "333.3px"',
  'scrollBy(0, -9_000)',
  'scrollTo(0, document.body.scrollHeight)',
  'scrollTo(0, 0)',
];

describe.each([1.25, 1.5])('a transcript of uneven messages on a screen of %s pixels a unit', (scale) => {
  const desk = freshFixture(() => renderedDesk({ deviceScaleFactor: scale }));

  /** Renderings that an act brings about until ten frames are without one, and whether a gap is seen then. */
  const settled = (act: string) =>
    desk.page.evaluate<{ renders: number; gapIsSeen: boolean }>(`(async () => {
      const before = inPage.renders.Transcript;
      ${act};
      let known = before;
      for (let quiet = 0, frames = 0; quiet < 10 && frames < 300; frames++, quiet++) {
        await new Promise(requestAnimationFrame);
        if (inPage.renders.Transcript !== known) quiet = 0;
        known = inPage.renders.Transcript;
      }
      const gaps = [...document.querySelectorAll('.gap')].map((gap) => gap.getBoundingClientRect());
      const gapIsSeen = gaps.some(({ top, bottom }) => bottom > 1 && top < innerHeight - 1);
      return { renders: known - before, gapIsSeen };
    })()`);

  test('comes to rest at every position, also while the window changes its size', async () => {
    await desk.run((inPage) => inPage.showUneven(2_000));
    const widths = [400, 1_280, 777];
    for (const [turn, act] of [...ACTS, ...ACTS].entries()) {
      const { renders, gapIsSeen } = await settled(act);
      expect(`${act}: ${gapIsSeen}`).toBe(`${act}: false`);
      expect(renders, act).toBeLessThanOrEqual(AT_MOST);
      if (turn % 4 === 3) {
        await desk.page.setViewportSize({ width: widths[turn % 3] ?? 400, height: 500 + turn * 13 });
      }
    }
  });
});

describe('a long thread in a pane that is hidden', () => {
  const desk = freshFixture(renderedDesk);

  test('renders nothing of what is left out', async () => {
    await desk.run((inPage) => inPage.show(1, 5_000));
    await desk.page.addStyleTag({ content: '.messages { display: none !important }' });
    const renders = await desk.rendersOf(() =>
      desk.page.evaluate(() => document.dispatchEvent(new Event('scroll'))),
    );
    expect(renders).toMatchObject({ Transcript: 0, ChunkView: 0 });
  });
});

describe('whatever the heights are', () => {
  /** One chunk's height once it is rendered, in pixels; before, it is taken for 960. */
  const height = fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 300, max: 40_000 }));

  test('what is rendered at a scroll position comes to rest, and then stays', () => {
    fc.assert(
      fc.property(fc.array(height, { minLength: 9, maxLength: 120 }), fc.nat(), (real, seed) => {
        const known = new Map<number, number>();
        const heightOf = (chunk: number) => known.get(chunk) ?? 960;
        const count = real.length;
        let range: Range = { from: 0, to: 4 };
        const look = (scrolled: number) => {
          for (const [chunk, px] of real.entries()) if (isRendered(chunk, count, range)) known.set(chunk, px);
          const tops = [-scrolled];
          for (let chunk = 0; chunk < count; chunk++) tops.push((tops[chunk] ?? 0) + heightOf(chunk));
          return rangeNear(count, (chunk) => tops[chunk] ?? 0, 800, range);
        };
        // The position stays and what is above grows: the worst case, since nothing keeps the place.
        const scrolled = seed % (960 * count);
        for (let looks = 0; looks <= 2 * count; looks++) {
          const next = look(scrolled);
          if (next.from === range.from && next.to === range.to) return true;
          range = next;
        }
        return false;
      }),
    );
  });
});
