import * as z from 'zod/mini';
import { named } from '../../lib/fields.ts';
import { SettingsChange } from '../records/settings-file.ts';

export { SettingsFile } from '../records/settings-file.ts';

/** The maximum body of an import, in bytes, below the platform's limit; larger files are sent in parts. */
export const MAX_SETTINGS_BYTES = 1_000_000;

/** `preview`: nothing is written. */
export const SettingsImportQuery = z.object({ preview: z.optional(z.literal('true')) });

export const SettingsImportReply = z
  .object({
    changes: z.array(SettingsChange),
    /** Secrets that the file names, to be entered again. */
    secrets: z.array(z.string()),
  })
  .register(
    z.globalRegistry,
    named('SettingsImport', 'The settings that an import adds and replaces, and the secrets to enter again.'),
  );
export type SettingsImportReply = z.infer<typeof SettingsImportReply>;
