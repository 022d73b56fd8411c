import { ChevronDown, ChevronRight } from 'lucide-static';
import { useState } from 'preact/hooks';
import { SKIP_REASON_TEXTS } from '../../../../websites/rules/skip-reasons.ts';
import type { SourcePagesReply } from '../../../../websites/wire/website-sources.ts';
import { Button } from '../../../ui/button.tsx';
import { formatCount, plural } from '../../../ui/format.ts';
import { Icon } from '../../../ui/icon.tsx';
import { useLive } from '../../../ui/live.ts';
import { UntrustedText } from '../../../ui/untrusted-text.tsx';
import { PageRows, type PagesProps } from './page-rows.tsx';
import { REASON_NAMES, shortAddress } from './words.ts';

type LeftOutReason = SourcePagesReply['leftOut'][number];

/** The pages that the site leaves out, by reason. */
export function LeftOutPages({ reasons, ...props }: PagesProps & { reasons: readonly LeftOutReason[] }) {
  if (reasons.length === 0) return null;
  return (
    <>
      <h3 class="site-part">Left out</h3>
      <ul class="site-tree">
        {reasons.map((one) => (
          <Reason key={one.reason} {...props} one={one} />
        ))}
      </ul>
    </>
  );
}

function Reason({ one, ...props }: PagesProps & { one: LeftOutReason }) {
  const { reason, pages, listed, patterns } = one;
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <div class="site-row site-section">
        <span />
        <Button class="site-toggle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Icon svg={isOpen ? ChevronDown : ChevronRight} size={16} />
          {REASON_NAMES[reason]}
        </Button>
        <span class="quiet number">{plural(pages, 'page')}</span>
        <span />
      </div>
      {isOpen && (
        <>
          <p class="quiet site-why">{SKIP_REASON_TEXTS[reason]}</p>
          <Patterns patterns={patterns} />
          {listed > 0 && <PageRows {...props} query={{ leftOut: 'true', reason }} />}
        </>
      )}
    </li>
  );
}

/** The patterns of left-out pages that match a search. */
export function LeftOutPatterns({ path }: { path: string }) {
  const { data } = useLive<SourcePagesReply>(path);
  return <Patterns patterns={data?.leftOut.flatMap(({ patterns }) => patterns) ?? []} />;
}

/** One line for each pattern, which opens to some of its addresses. */
function Patterns({ patterns }: { patterns: LeftOutReason['patterns'] }) {
  if (patterns.length === 0) return null;
  return (
    <ul class="site-kinds">
      {patterns.map(({ pattern, pages, examples }) => (
        <li key={pattern}>
          <details>
            <summary>
              <UntrustedText text={pattern} />: <span class="number">{formatCount(pages)}</span>
            </summary>
            <ul>
              {examples.map((url) => (
                <li key={url}>
                  <a href={url} target="_blank" rel="noopener noreferrer">
                    <UntrustedText text={shortAddress(url)} />
                  </a>
                </li>
              ))}
              {pages > examples.length && (
                <li class="quiet">and {formatCount(pages - examples.length)} more</li>
              )}
            </ul>
          </details>
        </li>
      ))}
    </ul>
  );
}
