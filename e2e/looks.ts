interface Look {
  readonly theme: 'light' | 'dark'
  readonly width: 1280 | 390
  readonly locale: 'en-US' | 'zh-CN'
}

const isFull = process.env['SCALE'] === 'full'

const all = (['light', 'dark'] as const).flatMap((theme) =>
  ([1280, 390] as const).flatMap((width) =>
    (['en-US', 'zh-CN'] as const).map((locale): Look => ({ theme, width, locale })),
  ),
)

const desktop: Look = { theme: 'light', width: 1280, locale: 'en-US' }
const phone: Look = { theme: 'dark', width: 390, locale: 'zh-CN' }

/** The looks of a page's states. every-page.test.ts has the other look of every page; SCALE=full has all here. */
export const looks: readonly Look[] = isFull ? all : [desktop]

/** For states that only a phone or only a Chinese account has. */
export const bothLooks: readonly Look[] = isFull ? all : [desktop, phone]

/** Every text has both languages (catalogues.test.ts), so a story is told in one; with SCALE=full in both. */
export const languages: readonly Look['locale'][] = isFull ? ['en-US', 'zh-CN'] : ['en-US']
