import type { ServiceSettings, ServiceSettingsReply } from '../../../email/wire/service-settings.ts';
import { adminApi } from '../../ui/admin-api.ts';
import { invalidate, setResponse } from '../../ui/live.ts';
import { OVERVIEW_PATH, SERVICE_SETTINGS_PATH } from '../addresses.ts';
import { useEditor, type SavedState } from '../parts/draft.ts';

/** The settings as texts of fields; an empty one is not set. */
export type ServiceDraft = Record<keyof ServiceSettings, string>;

const savedSettings = ({ settings, etag }: ServiceSettingsReply): SavedState<ServiceDraft> => ({
  edit: {
    retentionDays: settings.retentionDays?.toString() ?? '',
    emailReplyTo: settings.emailReplyTo ?? '',
    emailBusinessName: settings.emailBusinessName ?? '',
  },
  etag,
});

function requestOf({ retentionDays, emailReplyTo, emailBusinessName }: ServiceDraft): ServiceSettings {
  return {
    ...(retentionDays.trim() !== '' && { retentionDays: Number(retentionDays) }),
    ...(emailReplyTo.trim() !== '' && { emailReplyTo: emailReplyTo.trim() }),
    ...(emailBusinessName.trim() !== '' && { emailBusinessName }),
  };
}

/** Edits the settings that the environment leaves open. */
export function useServiceSettings(data: ServiceSettingsReply, refresh: () => Promise<void>) {
  return useEditor({
    path: SERVICE_SETTINGS_PATH,
    saved: savedSettings(data),
    send: (edit, etag) =>
      adminApi.send<ServiceSettingsReply>('PUT', SERVICE_SETTINGS_PATH, requestOf(edit), { etag }),
    savedBy: savedSettings,
    onSaved(reply) {
      setResponse(SERVICE_SETTINGS_PATH, reply);
      invalidate(OVERVIEW_PATH);
    },
    refresh,
  });
}
