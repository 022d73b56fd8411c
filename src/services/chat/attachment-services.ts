import type { Ports } from '../../ports.ts';
import type { ServiceParts } from '../platform/services.ts';
import type { RegisteredWidget } from '../widgets/widget-registry.ts';
import { attachmentAccess } from './attachment-access.ts';
import { attachments } from './attachments.ts';
import { conversationFiles } from './conversation-files.ts';

interface AttachmentParts extends ServiceParts, Pick<Ports, 'counters' | 'tokens' | 'uploadStorage'> {
  findWidget: (id: string) => Promise<RegisteredWidget | undefined>;
  settings: { isOn: boolean; perDay: number; requiresScan: boolean };
}

/** Wires the files of conversations. */
export function attachmentServices({ settings, ...parts }: AttachmentParts) {
  const files = conversationFiles(parts);
  return {
    conversationFiles: files,
    attachments: attachments({ ...parts, ...settings, files }),
    attachmentAccess: attachmentAccess({ ...parts, isOnForPlainEmbed: settings.isOn }),
  };
}
