import { describe, expect, it } from 'vitest';
import { WIDGETS } from './support/with-sites.ts';

describe.each(WIDGETS)('a printed page, %s', (_widget, withSitesOfIt) => {
  const startSite = withSitesOfIt();

  it('shows neither the launcher nor the open panel', async () => {
    const site = await startSite();
    const visit = await site.opened();
    expect([await visit.launcher.isVisible(), await visit.dialog.isVisible()]).toEqual([true, true]);
    await visit.page.emulateMedia({ media: 'print' });
    expect([await visit.launcher.isVisible(), await visit.dialog.isVisible()]).toEqual([false, false]);
  });
});
