import { hashOf } from '../../websites/rules/boilerplate.ts';
import { sameTexts } from '../../websites/rules/same-text.ts';
import type { PageReading, SkippedPage } from '../../ports.ts';

/**
 * Groups pages by their text. Further pages with the same text are duplicates, or all of them are soft 404s.
 */
export function textGroups(startUrl: string) {
  const groups = new Map<string, string[]>();
  const told = new Map<string, string>();
  return (url: string, reading: PageReading): { url: string; reading: PageReading }[] => {
    if (reading.kind !== 'page') return [{ url, reading }];
    const hash = hashOf(reading.markdown);
    const urls = [...(groups.get(hash) ?? []), url];
    groups.set(hash, urls);
    const same = sameTexts(
      urls.map((one) => ({ url: one, hash })),
      startUrl,
    );
    const changed = [...same].filter(([one, { kind }]) => told.get(one) !== kind);
    const verdicts = changed.map(([one, verdict]) => {
      told.set(one, verdict.kind);
      const leftOut: SkippedPage = {
        kind: 'left-out',
        reason: verdict.kind,
        ...(verdict.kind === 'duplicate' && { insteadOf: verdict.insteadOf }),
      };
      return { url: one, reading: leftOut };
    });
    return same.has(url) ? verdicts : [{ url, reading }, ...verdicts];
  };
}
