import type { EndpointDeclaration } from './src/hosts/azure.ts';

declare global {
  /** The version in package.json, inserted by the build. */
  const __VERSION__: string;

  /**
   * The path of the widget's release below the service's endpoints, inserted by its build: `widget/` and the
   * version, with a slash at the end.
   */
  const WIDGET_RELEASE: string;

  /**
   * Where the endpoints are; the build collects it from `functions/`, so that a request is routed before any
   * endpoint is loaded.
   */
  const __PLACES__: {
    runtime: EndpointDeclaration[];
    controlPlane: EndpointDeclaration[];
  };
}
