import { useText } from '../i18n/text.ts'
import { NavMenu } from '../ui/nav-menu.tsx'
import { useNav } from './use-nav.ts'

/** The pages of the console, with the current one marked. */
export function SideMenu({ onChoose }: { onChoose?: () => void }) {
  const t = useText()
  return <NavMenu label={t('shell.pages')} items={useNav()} {...(onChoose ? { onChoose } : {})} />
}
