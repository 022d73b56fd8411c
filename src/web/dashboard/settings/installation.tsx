import { useState } from 'preact/hooks';
import type { ShownSettings } from '../../../domain/records/shown-settings.ts';
import type { OverviewReply } from '../../../wire/admin.ts';
import type { Health } from '../../../domain/records/health.ts';
import { Check } from '../../ui/field.tsx';
import { apiPath } from '../../ui/request.ts';
import { Bar } from '../../ui/skeleton.tsx';
import { embedTag, type TagBranding } from '../embed-tag.ts';
import { useLive } from '../../ui/live.ts';
import { Code } from '../parts/code.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { WidgetLook } from '../registry/widget-look.tsx';
import { WidgetTheme } from '../registry/widget-theme.tsx';
import { Head } from '../views/head.tsx';
import { Declarations, OnPlatforms } from './on-platforms.tsx';
import { WidgetPreview } from './widget-preview.tsx';

/** The script tag for the site, its options, and a preview. */
export function Installation() {
  const live = useLive<OverviewReply>(apiPath('overview', { window: '24h' }));
  const [branding, setBranding] = useState<TagBranding>({});
  const rebrand = (part: TagBranding) => setBranding((now) => ({ ...now, ...part }));
  return (
    <>
      <Head title="Installation" lead="The tag that adds the chat to your site." />
      <Loaded live={live}>
        {live.data ? (
          <div class="editor">
            <div class="edited">
              <Tag {...{ branding, settings: live.data.settings }} />
              <OnPlatforms {...{ branding }} />
              <WidgetLook {...{ branding, rebrand, greeting: undefined }} />
              <WidgetTheme {...{ branding, rebrand }} />
              <Declarations />
            </div>
            <WidgetPreview branding={branding} />
          </div>
        ) : (
          <section class="card part" aria-label="Installation">
            <Bar width={40} />
          </section>
        )}
      </Loaded>
    </>
  );
}

interface TagProps {
  branding: TagBranding;
  settings: ShownSettings;
}

function Tag({ branding, settings }: TagProps) {
  const [pins, setPins] = useState(false);
  const health = useLive<Health>(apiPath('health'));
  const current = health.data?.widgets[0];
  return (
    <section class="card part" aria-labelledby="tag">
      <h2 id="tag">Tag</h2>
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
      <Code text={embedTag(location.origin, branding, pins ? current : undefined)} label="Copy tag" primary />
      <Loaded live={health} />
      <Check label="Pin the current version" checked={pins} disabled={!current} onChange={setPins} />
      <p class="quiet">Browsers load only this version. Replace the tag after an update of the service.</p>
    </section>
  );
}
