import { useText } from '../../i18n/text.ts'
import { paths } from '../../lib/paths.ts'
import { Appearance } from '../../ui/appearance.tsx'
import { Logo } from '../../ui/logo.tsx'

export function DocsPage() {
  const t = useText()
  return (
    <>
      <header className="sticky top-0 z-20 flex h-14 items-center justify-between border-b border-line bg-page px-4 lg:px-8">
        <a href={paths.home} className="flex rounded-sm">
          <Logo />
        </a>
        <Appearance />
      </header>
      <main className="mx-auto max-w-[760px] px-4 py-8">
        <h1 className="text-title font-semibold">{t('docs.title')}</h1>
      </main>
    </>
  )
}
