/** A label needs this much space on both sides, in pixels; otherwise it is cut off. */
const HALF_LABEL = 34;

/** The part of a chart that shows a time range, in pixels from the chart's left edge. */
export interface TimeAxis {
  startSeconds: number;
  endSeconds: number;
  left: number;
  width: number;
}

/** The labels of times. A label that the edge of the chart would cut is left out. */
export function timeLabels(
  times: readonly number[],
  { startSeconds, endSeconds, left, width }: TimeAxis,
  label: (atSeconds: number) => string,
): string[] {
  return times.map((time) => {
    const after = ((endSeconds - time) / (endSeconds - startSeconds)) * width;
    return Math.min(left + width - after, after) < HALF_LABEL ? '' : label(time);
  });
}

const POWERS = Array.from({ length: 16 }, (_, at) => 10 ** (at - 6));

/** The distances that labels of amounts can have, ascending. Whole numbers have no fractions between. */
export function axisSteps(isWhole: boolean): number[] {
  const steps = POWERS.flatMap((power) => [power, 2 * power, 2.5 * power, 5 * power]);
  return isWhole ? steps.filter((step) => Number.isInteger(step)) : steps;
}
