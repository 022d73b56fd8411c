import { Module } from 'node:module';

/** A function's binding; only fields for HTTP are typed. */
interface Binding {
  type: string;
  route?: string;
  schedule?: string;
  methods?: string[];
}

export interface RegisteredFunction {
  name: string;
  bindings: Record<string, Binding>;
  handler: unknown;
}

interface InvocationModel {
  getArguments(): Promise<{ context: unknown; inputs: unknown[] }>;
  invokeFunction(context: unknown, inputs: unknown[], handler: unknown): Promise<unknown>;
  getResponse(context: unknown, result: unknown): Promise<unknown>;
}

/** The programming model that `@azure/functions` registers with the worker: how its functions are run. */
export interface ProgrammingModel {
  getCapabilities(capabilities: Record<string, string>): Promise<Record<string, string>>;
  getInvocationModel(context: unknown): InvocationModel;
}

/** The app's handler for an event of its worker. */
type Hook = (context: object) => unknown;

/** The registrations of an app. */
export interface LoadedApp {
  functions: RegisteredFunction[];
  models: ProgrammingModel[];
  /** Handlers that run when the host ends the worker. */
  hooks: Hook[];
  /** Whether it enabled HTTP streaming. */
  streaming: boolean;
}

let loading: LoadedApp | undefined;
/** The model that runs functions: the worker's, which exists before its app. */
let running: ProgrammingModel | undefined;
/** The model that an app sees. */
let visibleModel: ProgrammingModel | undefined;
const complaints: string[] = [];

/**
 * A replacement of `@azure/functions-core`, which only exists on the platform, with all of its eight members.
 * The library loads it once, so one object serves all apps in this process.
 */
const core = {
  version: '3.11.0',
  hostVersion: '4.1048.0',
  registerFunction(metadata: Omit<RegisteredFunction, 'handler'>, handler: unknown) {
    if (loading?.functions.some(({ name }) => name === metadata.name)) {
      throw new Error(`A function with id "${metadata.name}" has already been registered.`);
    }
    loading?.functions.push({ ...metadata, handler });
    return new core.Disposable();
  },
  setProgrammingModel(model: ProgrammingModel) {
    running ??= model;
    visibleModel ??= model;
    loading?.models.push(model);
  },
  /** The library registers its model with an app's first function. */
  getProgrammingModel: () => (loading?.functions.length === 0 ? undefined : visibleModel),
  registerHook(name: string, hook: Hook) {
    if (name !== 'appTerminate') throw new Error(`This worker does not run hooks of this name: ${name}.`);
    loading?.hooks.push(hook);
    return new core.Disposable();
  },
  log(level: string, _category: string, text: string) {
    if (loading && text === 'HTTP streaming enabled.') loading.streaming = true;
    if (level === 'error' || level === 'critical') complaints.push(text);
  },
  Disposable: class {
    dispose(): void {}
  },
};

const plainRequire = Module.prototype.require;
Module.prototype.require = function (id): unknown {
  return id === '@azure/functions-core' ? core : plainRequire.call(this, id);
};

/** Sets the model that runs the next app's functions, and the model that the app sees. */
export function runWith(model: ProgrammingModel, found: ProgrammingModel | undefined): void {
  running = model;
  visibleModel = found;
}

/** Loads an app like the worker, and returns its registrations. One app at a time. */
export async function load(app: () => unknown): Promise<LoadedApp> {
  if (loading) throw new Error('Another app is being loaded.');
  const loaded: LoadedApp = { functions: [], models: [], hooks: [], streaming: false };
  loading = loaded;
  try {
    await app();
  } finally {
    loading = undefined;
  }
  return loaded;
}

/** The library's warnings since the last call. */
export function takeComplaints(): string[] {
  return complaints.splice(0);
}
