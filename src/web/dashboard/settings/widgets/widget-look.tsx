import { ChevronRight } from 'lucide-static';
import type { ComponentChildren } from 'preact';
import type { WidgetEdit } from '../../../../widgets/records/widget.ts';
import { Choice } from '../../../ui/choice.tsx';
import { LinesField, TextField } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { apiPath } from '../../../ui/request.ts';
import { useLive } from '../../../ui/live.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { emptyToUndefined } from './widget-edit.ts';
import { Section } from '../../parts/section.tsx';

export type Branding = NonNullable<WidgetEdit['branding']>;

export interface BrandingProps {
  branding: Branding;
  rebrand: (part: Branding) => void;
}

const CORNERS = [
  ['left', 'Left'],
  ['right', 'Right'],
] as const;

interface WidgetLookProps extends BrandingProps {
  /** The assistant's greeting, used if the widget has no custom one. */
  greeting: string | undefined;
  /** Fields for registered widgets only. */
  children?: ComponentChildren;
}

/** The title, position and greeting of a widget. */
export function WidgetLook({ branding, rebrand, greeting: otherwise, children }: WidgetLookProps) {
  const { title, greeting, corner, privacyUrl, suggestions } = branding;
  return (
    <Section id="widget-look" title="Appearance and greeting">
      <TextField
        path="branding.title"
        label="Title"
        most={60}
        placeholder="Chat"
        value={title}
        onChange={(value) => rebrand({ title: emptyToUndefined(value) })}
      />
      <TextField
        path="branding.greeting"
        label="Greeting"
        most={300}
        rows={2}
        placeholder={otherwise || 'Hello. How can we help?'}
        value={greeting}
        onChange={(value) => rebrand({ greeting: emptyToUndefined(value) })}
      />
      <LinesField
        path="branding.suggestions"
        label="Suggested questions"
        rows={3}
        hint="Up to three, one per line."
        values={suggestions}
        onChange={(values) => rebrand({ suggestions: values.length > 0 ? values : undefined })}
      />
      <div class="field">
        <span>Position</span>
        <Choice
          label="Position"
          options={CORNERS}
          value={corner ?? 'right'}
          onChoose={(value) => rebrand({ corner: value === 'right' ? undefined : value })}
        />
      </div>
      {children}
      <TextField
        path="branding.privacyUrl"
        label="Privacy notice"
        most={500}
        code
        placeholder="https://shop.example.com/privacy"
        hint="Linked next to the AI notice."
        value={privacyUrl}
        onChange={(value) => rebrand({ privacyUrl: emptyToUndefined(value) })}
      />
    </Section>
  );
}

/** An example language file with the keys of all texts. */
const SENTENCES = apiPath('widget/locales/de.json');

/** Custom texts of the chat. */
export function WidgetWords({ branding, rebrand }: BrandingProps) {
  const live = useLive<Record<string, string>>(SENTENCES);
  const { data } = live;
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
      <Loaded live={live} />
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
