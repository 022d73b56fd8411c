import { ICONS } from '../dom.ts';
import { loose, text, type Loose } from '../model.ts';

/**
 * The public configuration of a registered widget, which the service inserts (src/widgets/records/widget.ts).
 */
export interface PublicConfig {
  title: string;
  /** CSS declarations for the widget's element: its theme. */
  look: string;
  /** The path data of the launcher's icon. */
  icon: string;
  left: boolean;
  /** The logo as a data URL; can be empty. */
  logo: string;
  /** Custom texts by their English originals. */
  strings: Loose;
}

/** Parses a widget's branding and adds defaults. */
export const readPublicConfig = (branding: unknown): PublicConfig => {
  const own = loose(branding);
  return {
    title: text(own.title) || 'Chat',
    look: text(own.look),
    icon: text(own.icon) || ICONS.chat,
    left: own.corner === 'left',
    logo: text(own.logo),
    strings: loose(own.strings),
  };
};
