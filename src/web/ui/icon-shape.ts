/** One shape in the source of a Lucide icon: its element and its attributes. */
export const ICON_SHAPE = /<(path|circle|rect|line|polyline|polygon|ellipse) ([^>]*?)\s*\/>/g;
