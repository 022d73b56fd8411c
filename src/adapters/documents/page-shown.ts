/** The text of a page, to find what its JSON-LD says as well. */
export interface ShownText {
  /** Whether the page has these words, in this order. */
  has(words: string): boolean;
  /** Whether the page has each of the times in some lines, such as `09:00–17:30`; false without times. */
  hasTimes(lines: readonly string[]): boolean;
}

/** Two times of a day: `9–17`, `9:00 am to 5:30 pm`, `8.30 bis 12 Uhr`. */
const RANGE =
  /(?<![\d-])(\d{1,2})(?:[:.](\d\d))?(?!\d)\s?(?:[ap]\.?m\.?|uhr|h)?\s?(?:[-–—]|to|bis|until|till|à|a)\s?(\d{1,2})(?:[:.](\d\d))?(?![\d-])/giu;
const HALF_DAY = 12 * 60;

export function shownText(markdown: string): ShownText {
  const plain = markdown.replaceAll(/\]\([^()\s]*\)/g, '');
  const text = ` ${wordsOf(plain)} `;
  const times = new Set(rangesIn(plain));
  return {
    has: (words) => {
      const wanted = wordsOf(words);
      return wanted !== '' && text.includes(` ${wanted} `);
    },
    hasTimes: (lines) => {
      const ranges = lines.flatMap(rangesIn);
      return ranges.length > 0 && ranges.every((range) => times.has(range));
    },
  };
}

function wordsOf(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(' ');
}

/** The ranges of times in a text, in minutes; 5 and 17 o'clock are the same. */
function rangesIn(text: string): string[] {
  return Array.from(text.matchAll(RANGE), ([, from = '', minutes = '0', to = '', toMinutes = '0']) =>
    [Number(from) * 60 + Number(minutes), Number(to) * 60 + Number(toMinutes)]
      .map((time) => time % HALF_DAY)
      .join('-'),
  );
}
