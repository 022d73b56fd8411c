import type { WebsiteSource } from '../../../../websites/wire/website-sources.ts';
import { formatCount, plural } from '../../../ui/format.ts';
import { href } from '../../../ui/router.ts';
import { Time } from '../../../ui/time.tsx';
import { UntrustedText } from '../../../ui/untrusted-text.tsx';
import { shortAddress, websiteState } from './words.ts';

/** A website in the list of sources. */
export function WebsiteRow({ source }: { source: WebsiteSource }) {
  const { id, address, published, readAt } = source;
  const { words, tone } = websiteState(source);
  return (
    <tr>
      <td class="title">
        <a href={href(['knowledge', 'websites', id])}>
          <UntrustedText text={shortAddress(address)} />
        </a>
      </td>
      <td>
        {published && published.documents > 0 ? (
          `${plural(published.documents, 'document')}, ${plural(published.sections, 'section')}, ${formatCount(published.characters)} characters`
        ) : (
          <span class="quiet">Nothing</span>
        )}
      </td>
      <td class="number when">{readAt === undefined ? '—' : <Time at={readAt} as="ago" />}</td>
      <td>
        <span class={tone}>{words}</span>
      </td>
    </tr>
  );
}
