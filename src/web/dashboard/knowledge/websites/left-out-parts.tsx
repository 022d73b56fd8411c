import { plainText } from '../../../../lib/plain-text.ts';
import type { SourcePageReply } from '../../../../websites/wire/website-sources.ts';
import { Button } from '../../../ui/button.tsx';
import { UntrustedText } from '../../../ui/untrusted-text.tsx';

const WHY = {
  navigation: 'Navigation or a notice',
  'most-pages': 'On most pages: the assistant has it once',
};

interface LeftOutPartsProps {
  leftOut: SourcePageReply['leftOut'];
  disabled: boolean;
  /** Sets the headings whose parts are left out. */
  onHeadings: (headings: readonly (readonly string[])[]) => void;
  onPutBack: (hash: string) => void;
}

/** The omitted parts of a page, with buttons to restore them. */
export function LeftOutParts({
  leftOut: { parts, headings, blocks },
  disabled,
  onHeadings,
  onPutBack,
}: LeftOutPartsProps) {
  if (parts.length === 0 && headings.length === 0 && blocks.length === 0) return null;
  return (
    <>
      <h3 class="site-part">Left out</h3>
      {parts.length > 0 && <p class="quiet">Not read of this page: {parts.join(', ')}.</p>}
      {headings.length + blocks.length > 0 && (
        <ul class="site-left-out">
          {headings.map((path, index) => (
            <li key={index}>
              <span>
                <UntrustedText text={path.join(' › ')} />
              </span>
              <Button
                class="link"
                disabled={disabled}
                onClick={() => onHeadings(headings.filter((_path, at) => at !== index))}
              >
                Put back
              </Button>
            </li>
          ))}
          {blocks.map(({ hash, markdown, why }, index) => (
            <li key={index}>
              <span>
                <UntrustedText
                  text={plainText(markdown).text.slice(0, 200) || 'A link or picture without text'}
                />
              </span>
              {why === 'chosen' ? (
                <Button class="link" disabled={disabled} onClick={() => onPutBack(hash)}>
                  Put back
                </Button>
              ) : (
                <span class="quiet">{WHY[why]}</span>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
