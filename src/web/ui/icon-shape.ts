/** Matches a shape in the source of a Lucide icon, with its element and attributes. */
export const ICON_SHAPE = /<(path|circle|rect|line|polyline|polygon|ellipse) ([^<>]*)\/>/g;
