import type { Locator } from 'playwright-core';
import * as z from 'zod';

/** Red, green, blue and opacity, 0 to 255, as the browser draws the color. */
const Color = z.tuple([z.number(), z.number(), z.number(), z.number()]);

const Part = z.object({
  /** Pixels from the left and top edge of the measured element; for that itself, of the window. */
  left: z.exactOptional(z.number()),
  right: z.exactOptional(z.number()),
  top: z.exactOptional(z.number()),
  bottom: z.exactOptional(z.number()),
  background: Color,
  color: Color,
  radius: z.string(),
  fontSize: z.string(),
  fontWeight: z.string(),
});
type Part = z.infer<typeof Part>;

/** The measures that do not depend on the fonts and the version of a browser, by the name of a part. */
export const Structure = z.record(z.string(), Part);
export type Structure = z.infer<typeof Structure>;

/** Which edges of a part stay where they are whatever the font; its text decides the others. */
type Edges = 'both' | 'left' | 'right' | 'none';

/** The parts of the widget that have their own place and color. */
const PARTS: Readonly<Record<string, [selector: string, edges: Edges]>> = {
  header: [':scope > header', 'both'],
  face: [':scope > header > .face', 'both'],
  title: [':scope > header h2', 'left'],
  'who answers': [':scope > header p', 'left'],
  'close button': [':scope > header > button', 'both'],
  menu: [':scope > header summary', 'both'],
  thread: ['.thread', 'both'],
  greeting: ['.thread > .bubble', 'both'],
  suggestion: ['.chips > button', 'left'],
  question: ['.visitor .bubble', 'right'],
  answer: ['.assistant .bubble', 'left'],
  'message of an agent': ['.agent .bubble', 'left'],
  'name of an agent': ['.agent > .small', 'none'],
  marker: ['.cite', 'none'],
  source: ['.sources > button', 'left'],
  rating: ['.meta button', 'none'],
  dots: ['.dots', 'left'],
  'system line': ['.line', 'both'],
  card: ['.card', 'both'],
  'what failed': ['.thread > .small:last-of-type > span', 'none'],
  'way out': ['.thread > .small:last-of-type > button', 'none'],
  composer: ['.composer', 'both'],
  input: ['.composer textarea', 'both'],
  'send button': ['.composer > button:last-of-type', 'both'],
  footer: ['footer', 'both'],
  'ask for a person': ['footer > button', 'left'],
  sheet: ['.sheet', 'both'],
  'head of the sheet': ['.sheet-head', 'both'],
  list: ['.list', 'both'],
  'title of the list': ['.list > header h2', 'left'],
  conversation: ['.list > div > button', 'both'],
  'new conversation': ['.list > .primary', 'none'],
  passage: ['.sheet > .bubble', 'both'],
};

/** A line of the thread is too long for some fonts, so that what is above it moves up. */
export interface Wrapping {
  wraps?: boolean;
}

/** The structure of the launcher or the panel, with the last visible element of each part. */
export async function structureOf(root: Locator, { wraps = false }: Wrapping = {}): Promise<Structure> {
  return Structure.parse(await root.evaluate(measure, { parts: PARTS, wraps }));
}

/** Runs in the page. */
function measure(root: Element, { parts, wraps }: Required<Wrapping> & { parts: typeof PARTS }): Structure {
  const brush = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const drawn = (color: string): Part['color'] => {
    if (!brush) throw new Error('The browser has no canvas.');
    brush.clearRect(0, 0, 1, 1);
    brush.fillStyle = color;
    brush.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, opacity = 0] = brush.getImageData(0, 0, 1, 1).data;
    return [red, green, blue, opacity];
  };
  const origin = root.getBoundingClientRect();
  const describe = (element: Element, edges: Edges, from: { left: number; top: number }): Part => {
    const box = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    const isMoved = wraps && element.matches('.thread :not(.card)');
    return {
      ...((edges === 'both' || edges === 'left') && { left: Math.round(box.left - from.left) }),
      ...((edges === 'both' || edges === 'right') && { right: Math.round(box.right - from.left) }),
      ...(!isMoved && { top: Math.round(box.top - from.top), bottom: Math.round(box.bottom - from.top) }),
      background: drawn(style.backgroundColor),
      color: drawn(style.color),
      radius: style.borderRadius,
      fontSize: style.fontSize,
      fontWeight: style.fontWeight,
    };
  };
  const structure: Structure = { itself: describe(root, 'both', { left: 0, top: 0 }) };
  for (const [name, [selector, edges]] of Object.entries(parts)) {
    const seen = [...root.querySelectorAll(selector)].filter((element) => element.checkVisibility());
    const last = seen.at(-1);
    if (last) structure[name] = describe(last, edges, origin);
  }
  return structure;
}

/** Smaller than a step of the grid of 4 pixels. */
const TOLERANCE_PX = 3;
/** Engines round the same color differently. */
const TOLERANCE_COLOR = 3;

/** The differences between two structures, in words. */
export function structureDifferences(stored: Structure, now: Structure): string[] {
  return [...new Set([...Object.keys(stored), ...Object.keys(now)])].flatMap((name) => {
    const [before, after] = [stored[name], now[name]];
    if (!before || !after) return [`${name}: ${before ? 'is not there' : 'is new'}`];
    return [...boxDifferences(before, after), ...styleDifferences(before, after)].map(
      (it) => `${name}: ${it}`,
    );
  });
}

function boxDifferences(before: Part, after: Part): string[] {
  const edges = ['left', 'right', 'top', 'bottom'] as const;
  return edges.flatMap((edge) => {
    const [was = NaN, is = NaN] = [before[edge], after[edge]];
    if (before[edge] === after[edge] || Math.abs(was - is) <= TOLERANCE_PX) return [];
    return [`${edge} ${is}px instead of ${was}px`];
  });
}

function styleDifferences(before: Part, after: Part): string[] {
  const colors = (['background', 'color'] as const).filter((which) =>
    before[which].some((value, index) => Math.abs(value - (after[which][index] ?? NaN)) > TOLERANCE_COLOR),
  );
  const values = (['radius', 'fontSize', 'fontWeight'] as const).filter(
    (which) => before[which] !== after[which],
  );
  return [...colors, ...values].map(
    (which) => `${which} ${String(after[which])} instead of ${String(before[which])}`,
  );
}
