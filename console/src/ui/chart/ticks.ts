/** The approximate number of ticks above zero. */
const STEPS = 3

/** The nearest round step: 1, 2 or 5 with trailing zeros. */
function roundStep(greatest: number): number {
  const even = Math.max(1, greatest / STEPS)
  const zeros = 10 ** Math.floor(Math.log10(even))
  return zeros * ([2, 5, 10].findLast((each) => even / zeros >= each / Math.SQRT2) ?? 1)
}

/** Round ticks for an axis of counts: from zero to the first not below the largest count. */
export function countTicks(greatest: number): readonly number[] {
  const step = roundStep(greatest)
  return Array.from({ length: Math.max(1, Math.ceil(greatest / step)) + 1 }, (_, index) => index * step)
}

const STRIDES = [1, 2, 3, 5, 10, 20]
const MOST_LABELS = 8
/** The width of a date label and its margin, in pixels. */
const LABEL_ROOM = 58

/** The labelled days: today and every n-th before it, so that labels do not overlap. */
export function labelledDays(days: number, pitch: number): readonly number[] {
  const fits = (stride: number) => stride * pitch >= LABEL_ROOM && (days - 1) / stride < MOST_LABELS
  const stride = STRIDES.find(fits) ?? days
  return Array.from({ length: days }, (_, index) => index).filter((index) => (days - 1 - index) % stride === 0)
}
