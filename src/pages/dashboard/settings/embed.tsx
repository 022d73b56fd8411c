import { useState } from 'preact/hooks';
import type { ShownSettings } from '../../../wire/admin.ts';
import { DEFAULT_CHOICE, embedTag, type EmbedChoice } from '../embed-tag.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { WidgetPreview } from './widget-preview.tsx';

const MAX_TITLE = 60;

/** The tag for the site, and how the chat will look with it. */
export function Embed({ settings }: { settings: ShownSettings }) {
  const [choice, setChoice] = useState<EmbedChoice>(DEFAULT_CHOICE);
  const tag = embedTag(location.origin, choice);
  const choose = (part: Partial<EmbedChoice>) => setChoice((now) => ({ ...now, ...part }));
  return (
    <div class="embed">
      <div>
        <p>
          Put this tag before the end of the body of each page.{' '}
          {settings.allowedOrigins.includes('*')
            ? 'Any site may use it.'
            : 'It works on the sites that are allowed below.'}
        </p>
        <div class="fields">
          <label>
            Title
            <input
              type="text"
              maxLength={MAX_TITLE}
              value={choice.title}
              onInput={({ currentTarget }) => choose({ title: currentTarget.value })}
            />
          </label>
          <label>
            Colour
            <span class="colour">
              <input
                type="color"
                value={choice.colour}
                onInput={({ currentTarget }) => choose({ colour: currentTarget.value })}
              />
              <code>{choice.colour}</code>
            </span>
          </label>
        </div>
        <pre tabIndex={0}>
          <code>{tag}</code>
        </pre>
        <CopyButton text={tag} label="Copy the tag" primary />
      </div>
      <WidgetPreview choice={choice} />
    </div>
  );
}
