import { useText } from '../../../i18n/text.ts'
import { paths } from '../../../lib/paths.ts'
import { Appearance } from '../../../ui/appearance.tsx'
import { buttonLooks } from '../../../ui/button.tsx'
import { Logo } from '../../../ui/logo.tsx'

/** The top of every page of the documentation. */
export function Bar() {
  const t = useText()
  return (
    <header className="sticky top-0 z-20 flex h-14 items-center justify-between gap-4 border-b border-line bg-page px-4 lg:px-8">
      <span className="flex items-center gap-3">
        <a href={paths.home} className="flex rounded-sm">
          <Logo />
        </a>
        <span aria-hidden className="h-5 w-px bg-line max-sm:hidden" />
        <span className="text-sm text-ink-2 max-sm:hidden">{t('docs.name')}</span>
      </span>
      <span className="flex items-center gap-3">
        <Appearance />
        <a href={paths.home} className={`${buttonLooks('secondary', 'small')} max-sm:hidden`}>
          {t('docs.console')}
        </a>
      </span>
    </header>
  )
}
