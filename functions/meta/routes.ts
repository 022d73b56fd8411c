import { apiDescription } from '../../src/http/openapi.ts';
import type { Endpoint } from '../../src/http/endpoint.ts';
import { everyRoute } from '../groups.ts';
import { docs } from './docs.ts';
import { home } from './home.ts';
import { openapi } from './openapi.ts';
import { pageAsset } from './page-asset.ts';
import { websiteReader } from './website-reader.ts';

const description = apiDescription(everyRoute);

/** Endpoints that describe the service, and the files of its pages. */
export const metaRoutes: readonly Endpoint[] = [
  openapi(description),
  docs(description),
  pageAsset,
  websiteReader,
  home,
];
