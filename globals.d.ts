/** The version in package.json; the build puts it in. */
declare const __VERSION__: string;

/** What the entries register, so that they need not load it; the build finds it in the lists of `functions/`. */
declare const __PLACES__: {
  runtime: import('./src/hosts/azure.ts').Place[];
  timers: Pick<import('./src/http/timer.ts').Timer, 'name' | 'everyMinutes'>[];
  controlPlane: import('./src/hosts/azure.ts').Place[];
};
