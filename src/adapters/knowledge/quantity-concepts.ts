import { equivalents, unitOf, type Quantity } from '../../domain/quantities.ts';

/** The concepts of measures: a question that names a time or a price may be answered by every other one. */
const OF_MEASURE: Readonly<Record<Quantity['measure'], readonly string[]>> = {
  time: ['time'],
  money: ['price'],
  other: [],
};

/** Begins the name of a concept that is a quantity or a unit. */
const SIGN = '#';

/** Whether a concept is a quantity or a unit. */
export function isQuantity(concept: string): boolean {
  return concept.startsWith(SIGN);
}

/** The concept under which a quantity is indexed; equal quantities share it. */
export function quantityConcept({ key }: Quantity): string {
  return `${SIGN}${key}`;
}

/** The concepts that a quantity in a question asks for. */
export function askedQuantityConcepts(quantity: Quantity): string[] {
  return [...equivalents(quantity).map((key) => `${SIGN}${key}`), ...OF_MEASURE[quantity.measure]];
}

/** The concept of a word for a unit, such as kilo; times and money have concepts already. */
export function unitConcepts(word: string, language: string | undefined): string[] {
  const unit = word.length > 1 ? unitOf(word, language) : undefined;
  return unit?.measure === 'other' ? [`${SIGN}${unit.base}`] : [];
}
