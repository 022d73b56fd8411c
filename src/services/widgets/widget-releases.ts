import { lazy } from '../../domain/caching.ts';
import { RELEASES_LIST, WidgetReleases } from '../../domain/records/widget-release.ts';
import type { Ports } from '../../ports.ts';

/** The releases of the widget that this deployment serves; none where the build's folder has none. */
export const widgetReleases = ({ assets }: Pick<Ports, 'assets'>): (() => Promise<WidgetReleases>) =>
  lazy(async () => {
    const list = await assets.read(RELEASES_LIST);
    return list ? WidgetReleases.parse(JSON.parse(Buffer.from(list.bytes).toString())) : [];
  });
