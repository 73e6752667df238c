interface Look {
  readonly theme: 'light' | 'dark'
  readonly width: 1280 | 390
  readonly locale: 'en-US' | 'zh-CN'
}

const all = (['light', 'dark'] as const).flatMap((theme) =>
  ([1280, 390] as const).flatMap((width) =>
    (['en-US', 'zh-CN'] as const).map((locale): Look => ({ theme, width, locale })),
  ),
)

const opposites: readonly Look[] = [
  { theme: 'light', width: 1280, locale: 'en-US' },
  { theme: 'dark', width: 390, locale: 'zh-CN' },
]

/** How a page is looked at: both themes, widths and languages; with SCALE=full in every combination. */
export const looks: readonly Look[] = process.env['SCALE'] === 'full' ? all : opposites
