import { useState } from 'preact/hooks';
import type { ShownSettings } from '../../../domain/records/shown-settings.ts';
import { DEFAULT_CHOICE, embedTag, type EmbedChoice } from '../embed-tag.ts';
import type { Health } from '../../../wire/health.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { apiPath } from '../../ui/request.ts';
import { useLive } from '../live.ts';
import { WidgetPreview } from './widget-preview.tsx';

const MAX_TITLE = 60;

/** The script tag for the site, with a preview. */
export function Embed({ settings }: { settings: ShownSettings }) {
  const [choice, setChoice] = useState<EmbedChoice>(DEFAULT_CHOICE);
  const [pins, setPins] = useState(false);
  const { data: health } = useLive<Health>(apiPath('health'));
  const current = health?.widgets[0];
  const tag = embedTag(location.origin, choice, pins ? current : undefined);
  const choose = (part: Partial<EmbedChoice>) => setChoice((now) => ({ ...now, ...part }));
  return (
    <div class="embed">
      <div>
        <p>
          Add this tag to each page, before the closing <code>body</code> tag.{' '}
          {settings.allowedOrigins.includes('*') ? (
            'It works on any site.'
          ) : (
            <>
              It works on the <a href="#/settings/settings">allowed sites</a>.
            </>
          )}
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
            Color
            <span class="color">
              <input
                type="color"
                value={choice.color}
                onInput={({ currentTarget }) => choose({ color: currentTarget.value })}
              />
              <code>{choice.color}</code>
            </span>
          </label>
        </div>
        <label class="check">
          <input
            type="checkbox"
            checked={pins}
            disabled={!current}
            onChange={({ currentTarget }) => setPins(currentTarget.checked)}
          />{' '}
          Pin the current version
        </label>
        <p class="quiet">
          Browsers then load exactly this version of the script, or none. Replace the tag after an update of
          the service.
        </p>
        <pre tabIndex={0}>
          <code>{tag}</code>
        </pre>
        <CopyButton text={tag} label="Copy tag" primary />
      </div>
      <WidgetPreview choice={choice} />
    </div>
  );
}
