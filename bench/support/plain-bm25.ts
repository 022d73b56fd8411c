/**
 * The peer of the search: BM25 with its usual constants over the words of `Intl.Segmenter`, in lower case.
 */
export function plainBm25(texts: readonly string[]): (question: string) => number[] {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
  const wordsOf = (text: string) =>
    Array.from(segmenter.segment(text))
      .filter(({ isWordLike }) => isWordLike)
      .map(({ segment }) => segment.toLowerCase());
  const frequencies = new Map<string, Map<number, number>>();
  const lengths = texts.map((text, at) => {
    const words = wordsOf(text);
    for (const word of words) {
      const its = frequencies.get(word) ?? new Map<number, number>();
      frequencies.set(word, its.set(at, (its.get(at) ?? 0) + 1));
    }
    return words.length;
  });
  const average = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
  return (question) => {
    const scores = new Map<number, number>();
    for (const word of new Set(wordsOf(question))) {
      const its = frequencies.get(word) ?? new Map<number, number>();
      const rarity = Math.log(1 + (texts.length - its.size + 0.5) / (its.size + 0.5));
      for (const [at, count] of its) {
        const norm = 1.2 * (0.25 + (0.75 * (lengths[at] ?? 0)) / average);
        scores.set(at, (scores.get(at) ?? 0) + (rarity * count * 2.2) / (count + norm));
      }
    }
    return Array.from(scores)
      .toSorted(([, a], [, b]) => b - a)
      .map(([at]) => at);
  };
}
