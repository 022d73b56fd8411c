import { expect, it } from 'vitest';
import { laterModules } from '../../widget/panel/modules.ts';

it.each(['agent', 'forms', 'conversations', 'files'] as const)(
  'the module %s is not imported if its check fails',
  async (name) => {
    const modules = laterModules(async (checked) => Promise.reject(new Error(`refused: ${checked}`)));
    await expect(modules[name]()).rejects.toThrow(`refused: ${name}`);
  },
);
