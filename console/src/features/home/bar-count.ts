import { statistics } from '@hongyan/contract/limits/screens'

const { minWidth, belowWidth, margin, wideMargin, perBar } = statistics.mobileBars

export interface ScreenSize {
  readonly width: number
  readonly height: number
}

/** A phone held upright (specification section 9, "Mobile"). */
export const isMobile = ({ width, height }: ScreenSize): boolean =>
  width >= minWidth && width < belowWidth && height > width

/** The number of bars on this screen: whole, at least one, never above the period plus today (ruling 18). */
export function barCount(screen: ScreenSize, days: number): number {
  const room = Math.floor((screen.width - (isMobile(screen) ? margin : wideMargin)) / perBar)
  return Math.min(Math.max(room, 1), days)
}
