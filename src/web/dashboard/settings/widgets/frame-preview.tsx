import { useEffect, useState } from 'preact/hooks';
import { publicConfig } from '../../../../widgets/rules/widgets.ts';
import {
  DEFAULT_ACCENT,
  DEFAULT_RADIUS,
  LAUNCHER_PATHS,
  schemesOf,
  shownText,
  type Scheme,
} from '../../../../widgets/rules/theme.ts';
import type { WidgetEdit } from '../../../../widgets/records/widget.ts';
import { Choice } from '../../../ui/choice.tsx';
import { apiPath } from '../../../ui/request.ts';
import { Icon } from '../../../ui/icon.tsx';
import { widgetRequest } from './widget-edit.ts';

/** Debounce time of the preview, in milliseconds. */
const PAUSE_MS = 400;

const SCHEMES = [
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const;

interface FramePreviewProps {
  /** Undefined until the widget is created. The preview cannot chat then. */
  id: string | undefined;
  edit: WidgetEdit;
  /** The greeting of a widget without a custom one. */
  greeting: string | undefined;
}

/** The widget's frame with the form's values, on an example page. */
export function FramePreview({ id, edit, greeting }: FramePreviewProps) {
  const [scheme, setScheme] = useState<Scheme>(() =>
    matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
  );
  const sent = widgetRequest(edit);
  const schemes = schemesOf(sent.branding?.theme);
  const theme = schemes.includes(scheme) ? scheme : schemes[0];
  const themed = { ...sent, branding: { ...sent.branding, theme } };
  const config = publicConfig({ id: id ?? '', ...themed }, greeting);
  const { frames, arrived, failed, fail } = useFrames(JSON.stringify(config));
  const { corner = 'right', logo, color = DEFAULT_ACCENT, icon, radius = DEFAULT_RADIUS } = config.branding;
  const caption =
    id === undefined
      ? 'Preview. Create the widget to send test messages.'
      : 'Live preview. Messages sent here are stored as conversations.';
  return (
    <figure class="preview beside">
      {schemes.length > 1 && (
        <Choice label="Preview theme" options={SCHEMES} value={theme} onChoose={setScheme} />
      )}
      <div class={`site with-frame ${corner}`} style={{ colorScheme: theme, '--corner': `${radius}px` }}>
        <span class="line" />
        <span class="line" />
        <span class="line" />
        {frames.map((shown, index) => (
          <iframe
            key={shown}
            class={index === 0 ? 'chat' : 'chat coming'}
            title="Preview of the chat"
            src={apiPath('widget/preview')}
            inert={id === undefined || index > 0}
            onLoad={({ currentTarget }) => begin(currentTarget, shown, () => arrived(shown), fail)}
          />
        ))}
        <span class="launcher" style={{ '--fill': color, '--edge': shownText(color, theme) }}>
          {logo === undefined ? (
            <Icon svg={`<path d="${icon ?? LAUNCHER_PATHS.chat}" />`} />
          ) : (
            <img src={logo} alt="" />
          )}
        </span>
      </div>
      <figcaption class="quiet">
        {failed ? 'The preview could not be loaded. The widget is not affected.' : caption}
      </figcaption>
    </figure>
  );
}

/**
 * Double buffering: the next frame replaces the visible one after it has loaded, so that typing does not
 * flicker.
 */
function useFrames(config: string) {
  const [frames, setFrames] = useState<readonly string[]>([config]);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => {
      setFrames(([seen = config]) => (seen === config ? [seen] : [seen, config]));
      setFailed(false);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [config]);
  return {
    frames,
    failed,
    /** Removes earlier pending frames, but not later ones. */
    arrived: (shown: string) => setFrames((now) => now.slice(Math.max(0, now.indexOf(shown)))),
    fail: () => setFailed(true),
  };
}

/** Inserts a widget into the waiting page and starts it. */
function begin(frame: HTMLIFrameElement, config: string, onStarted: () => void, onFailed: () => void): void {
  const page = frame.contentDocument;
  const start = page?.querySelector('template')?.content.querySelector('script')?.cloneNode();
  if (!page || !start) {
    onFailed();
    return;
  }
  const holder = page.createElement('div');
  holder.dataset['config'] = config;
  start.addEventListener('load', onStarted);
  start.addEventListener('error', onFailed);
  page.body.append(holder, start);
}
