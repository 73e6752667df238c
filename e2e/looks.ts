interface Combination {
  readonly theme: 'light' | 'dark'
  readonly width: 1280 | 390
  readonly locale: 'en-US' | 'zh-CN'
}

const all = (['light', 'dark'] as const).flatMap((theme) =>
  ([1280, 390] as const).flatMap((width) =>
    (['en-US', 'zh-CN'] as const).map((locale): Combination => ({ theme, width, locale })),
  ),
)

/** Four of the eight hold every pair of theme, width and language. */
const isOfFour = ({ theme, width, locale }: Combination): boolean =>
  ((theme === 'dark') !== (width === 390)) === (locale === 'zh-CN')

/** How a page is looked at: every pair of theme, width and language; with SCALE=full every combination. */
export const looks: readonly Combination[] = process.env['SCALE'] === 'full' ? all : all.filter(isOfFour)
