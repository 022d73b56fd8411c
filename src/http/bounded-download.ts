import { AppError } from '../domain/errors.ts';
import type { Clock } from '../ports.ts';

/** How long a download may take. The platform ends a longer stream with its worker and every other request in it. */
export const MAX_DOWNLOAD_MS = 240_000;

/** What is read for a download, which fails as `download-too-long` where the client takes it too slowly or it is too much. */
export async function* boundedDownload<T>(
  items: AsyncGenerator<T, void, void>,
  clock: Pick<Clock, 'now'>,
): AsyncGenerator<T, void, void> {
  const untilMs = clock.now() + MAX_DOWNLOAD_MS;
  for await (const item of items) {
    if (clock.now() >= untilMs) throw new AppError('download-too-long');
    yield item;
  }
}
