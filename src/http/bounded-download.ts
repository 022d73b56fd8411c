import { AppError } from '../domain/errors.ts';
import type { Clock } from '../ports.ts';

/**
 * The longest download, in milliseconds. The platform ends a longer stream together with its worker and every
 * other request in it.
 */
export const MAX_DOWNLOAD_MS = 240_000;

/**
 * Passes a download's rows on; fails as `download-too-long` where the client is too slow or the data too
 * large.
 */
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
