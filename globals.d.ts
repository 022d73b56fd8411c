/** The version in package.json, inserted by the build. */
declare const __VERSION__: string;

/**
 * The path of the widget's release below the service's endpoints, inserted by its build: `widget/` and the
 * version, with a slash at the end.
 */
declare const WIDGET_RELEASE: string;

/**
 * Where the endpoints of an entry are, as JSON of its `EndpointDeclaration`s; the build collects it from
 * `functions/`, so that a request is routed before any endpoint is loaded.
 */
declare const __PLACES__: string;
