/**
 * The modules that are loaded after the script of the page. Each is the `index.ts` of the folder of its name,
 * and the file of that name.
 */
export const MODULE_NAMES = ['panel', 'agent', 'forms', 'conversations', 'files'] as const;

export type ModuleName = (typeof MODULE_NAMES)[number];

/** Checks the files of a module against the hashes in the script of the page (stub/modules.ts). */
export type CheckModule = (name: ModuleName) => Promise<unknown>;

/** The modules that the panel loads when they are first needed. A load that failed is tried again. */
export const laterModules = (check: CheckModule) => ({
  agent: () => check('agent').then(() => import('../agent/index.ts')),
  forms: () => check('forms').then(() => import('../forms/index.ts')),
  conversations: () => check('conversations').then(() => import('../conversations/index.ts')),
  files: () => check('files').then(() => import('../files/index.ts')),
});

export type LaterModules = ReturnType<typeof laterModules>;
