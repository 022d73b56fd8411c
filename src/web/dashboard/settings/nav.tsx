import type { ComponentChildren } from 'preact';
import { href } from '../../ui/router.ts';
import { SETTINGS_PAGES, type SettingsPageId } from './pages.ts';
import { useCurrentInSight } from '../use-current-in-sight.ts';

/** A settings page beside the settings navigation, which is a row above it on a phone. */
export function SettingsFrame({
  current,
  children,
}: {
  current: SettingsPageId;
  children: ComponentChildren;
}) {
  const list = useCurrentInSight(current);
  return (
    <div class="with-parts">
      <nav class="parts" aria-label="Settings">
        <p aria-hidden="true">Settings</p>
        <ul ref={list}>
          {SETTINGS_PAGES.map(([id, name]) => (
            <li key={id}>
              <a href={href(['settings', id])} aria-current={id === current ? 'page' : undefined}>
                {name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div class="view">{children}</div>
    </div>
  );
}
