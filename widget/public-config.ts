import { ICONS } from './dom.ts';
import { loose, text, type Loose } from './model.ts';

/**
 * The look of a registered widget, for its script and its frame page, as the service inserts it
 * (src/domain/records/widget.ts).
 */
export interface PublicConfig {
  title: string;
  /** CSS declarations for the widget's own element: its theme. */
  look: string;
  /** The path of the launcher's icon. */
  icon: string;
  left: boolean;
  /** A data URL; may be empty. */
  logo: string;
  /** The site's own texts, by the English ones. */
  strings: Loose;
}

/** Parses a widget's branding and adds the defaults. */
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
