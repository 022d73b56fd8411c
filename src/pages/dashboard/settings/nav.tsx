import { href } from '../place.ts';

/** Parts of the page of settings. */
export const PARTS = [
  ['embed', 'Your site'],
  ['admin-key', 'Admin key'],
  ['conversations', 'Your conversations'],
  ['model', 'Model'],
  ['settings', 'Settings as they are'],
  ['teams', 'Microsoft Teams'],
  ['reports', 'What left the building'],
] as const;
export type PartId = (typeof PARTS)[number][0];

/** Settings with pages of their own. */
const PAGES = [
  ['widgets', 'Widgets'],
  ['assistants', 'AI agents'],
] as const;
type PageId = (typeof PAGES)[number][0];

/** The way to every setting. */
export function SettingsNav({ current }: { current: PartId | PageId | undefined }) {
  const [site, ...others] = PARTS;
  return (
    <nav class="parts" aria-label="Settings">
      {[site, ...PAGES, ...others].map(([id, name]) => (
        <a
          key={id}
          href={href(['settings', id])}
          aria-current={
            id !== current ? undefined : PAGES.some(([page]) => page === id) ? 'page' : 'location'
          }
        >
          {name}
        </a>
      ))}
    </nav>
  );
}
