import * as z from 'zod/mini';
import { AppError } from '../../src/core/errors.ts';
import { RELEASES_FOLDER, WidgetRelease } from '../../src/widgets/records/widget-release.ts';
import { assetReply } from '../../src/http/asset.ts';
import { endpoint } from '../../src/http/endpoint.ts';

export const widgetFile = endpoint({
  name: 'widget-file',
  method: 'GET',
  route: 'widget/{version}/{file}',
  gate: 'static',
  summary:
    'A file of one version of the widget, which never changes (health has the versions); or with `locales` the current texts in one language',
  params: z.object({
    version: z.union([z.literal('locales'), WidgetRelease.shape.version]),
    file: z
      .string()
      .check(
        z.regex(
          /^([a-z][a-z-]*\.js|[a-z]{2}(-[a-z0-9]{2,8})?\.json)$/i,
          'widget.js, a module such as panel.js, or a language such as de.json',
        ),
      ),
  }),
  replies: { 200: { description: 'The file' } },
  errors: ['widget-version-not-found', 'not-found'],
  async handle({ params: { version, file }, request, services }) {
    const { assets } = services;
    if (version === 'locales') {
      return await assetReply(assets, request, `widget-locales/${file.toLowerCase()}`, 'widget');
    }
    const releases = await services.widgetReleases();
    if (!releases.some((release) => release.version === version)) {
      throw new AppError('widget-version-not-found');
    }
    return await assetReply(assets, request, `${RELEASES_FOLDER}/${version}/${file}`, 'versioned');
  },
});
