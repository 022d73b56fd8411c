import * as z from 'zod/mini';
import { AppError } from '../../src/domain/errors.ts';
import { RELEASES_FOLDER, WidgetRelease } from '../../src/domain/records/widget-release.ts';
import { assetReply } from '../../src/http/asset.ts';
import { endpoint } from '../../src/http/endpoint.ts';

export const widgetRelease = endpoint({
  name: 'widget-version-file',
  method: 'GET',
  route: 'widget/{version}/{file}',
  gate: 'file',
  summary: 'A file of one version of the widget, which never changes; health has the versions',
  params: z.object({
    version: WidgetRelease.shape.version,
    file: z
      .string()
      .check(z.regex(/^((widget|extras)\.js|[a-z]{2}\.json)$/, 'widget.js, extras.js or a language')),
  }),
  answers: { 200: { description: 'The file' } },
  errors: ['widget-version-not-found', 'not-found'],
  async handle({ params: { version, file }, request, services }) {
    const releases = await services.widgetReleases();
    if (!releases.some((release) => release.version === version)) {
      throw new AppError('widget-version-not-found');
    }
    return await assetReply(services.assets, request, `${RELEASES_FOLDER}/${version}/${file}`, 'versioned');
  },
});
