import { AppError } from '../domain/errors.ts';
import type { HttpRequest } from './request.ts';

/**
 * Refuses what a browser sends from another site: Fetch Metadata says so, or the Origin is not the service's own. Whoever
 * sends neither header is no browser and passes (docs/api.md, Admin surface).
 */
export function refuseCrossSite(request: HttpRequest): void {
  const site = request.header('sec-fetch-site');
  const origin = request.header('origin');
  const foreign = site === 'cross-site' || site === 'same-site';
  if (foreign || (origin !== undefined && origin !== request.serviceOrigin)) {
    throw new AppError('cross-site-request');
  }
}
