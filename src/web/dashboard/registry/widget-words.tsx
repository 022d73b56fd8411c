import { ChevronRight } from 'lucide-static';
import { apiPath } from '../../ui/request.ts';
import { useLive } from '../live.ts';
import { TextField } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { BrandingProps } from './widget-look.tsx';

/** A complete language file: its keys are all texts of the chat. */
const SENTENCES = apiPath('widget/locales/de.json');

/** Overrides for the chat's texts. */
export function WidgetWords({ branding, rebrand }: BrandingProps) {
  const { data } = useLive<Record<string, string>>(SENTENCES);
  const { strings = {} } = branding;
  const replaced = Object.keys(strings).length;
  const say = (original: string, words: string) => {
    const { [original]: _before, ...others } = strings;
    const next = words === '' ? others : { ...strings, [original]: words };
    rebrand({ strings: Object.keys(next).length > 0 ? next : undefined });
  };
  return (
    <details class="card part words">
      <summary>
        <Icon svg={ChevronRight} />
        <h2>Text</h2>
        <span class="quiet">{replaced === 0 ? 'Default wording' : `${replaced} customized`}</span>
      </summary>
      <p class="quiet">
        Custom text is used in every language. Empty fields use the default text in the visitor’s language.{' '}
        <code>{'{}'}</code> is replaced by a name or a number.
      </p>
      <div class="pair">
        {Object.keys({ ...data, ...strings }).map((original) => (
          <TextField
            key={original}
            path={`branding.strings.${original}`}
            label={original}
            most={300}
            value={strings[original]}
            onChange={(words) => say(original, words)}
          />
        ))}
      </div>
    </details>
  );
}
