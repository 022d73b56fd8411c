import { AppError } from '../domain/errors.ts';
import type { HttpRequest } from './request.ts';

/**
 * Refuses cross-site browser requests: by Fetch Metadata, or by an Origin that is not the service's own. A
 * client that sends neither header is no browser and passes (docs/api.md, Admin surface).
 */
export function refuseCrossSite(request: HttpRequest): void {
  const site = request.header('sec-fetch-site');
  const origin = request.header('origin');
  const foreign = site === 'cross-site' || site === 'same-site';
  if (foreign || (origin !== undefined && origin !== request.serviceOrigin)) {
    throw new AppError('cross-site-request');
  }
}
