import type { Endpoint } from '../../src/http/endpoint.ts';
import type { ServicesOf } from '../../src/http/auth.ts';
import { widgetFile } from './widget-file.ts';
import { widgetDeclarations } from './widget-declarations.ts';
import { widgetJs } from './widget-js.ts';

/** The widget's files, which a new instance can answer before it loads anything else. */
export const fileRoutes: readonly Endpoint<ServicesOf['static']>[] = [
  widgetJs,
  widgetDeclarations,
  widgetFile,
];
