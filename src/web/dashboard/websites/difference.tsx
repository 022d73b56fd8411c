import type { SourcePageReply } from '../../../wire/website-sources.ts';
import { showControlCharacters } from '../../ui/visible.ts';

/** A text with its insertions and deletions. */
export function Difference({ pieces }: { pieces: NonNullable<SourcePageReply['difference']> }) {
  return (
    <div class="document-text difference" role="region" aria-label="Difference" tabIndex={0}>
      {pieces.map(({ kind, text }, index) => {
        const shown = showControlCharacters(text);
        if (kind === 'added') return <ins key={index}>{shown}</ins>;
        return kind === 'removed' ? <del key={index}>{shown}</del> : <span key={index}>{shown}</span>;
      })}
    </div>
  );
}
