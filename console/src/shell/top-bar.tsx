import { Link } from '@tanstack/react-router'
import { ChevronDown, CircleQuestionMark, Globe, Menu as MenuSign } from 'lucide-react'
import { accountName, useAccount } from '../api/account.ts'
import { languageNames } from '../i18n/locale.ts'
import { useLocale, useText } from '../i18n/text.ts'
import { paths } from '../lib/paths.ts'
import { Avatar } from '../ui/avatar.tsx'
import { IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { LayerButton } from '../ui/layer-button.tsx'
import { Mark } from '../ui/logo.tsx'
import { BarMoney } from '../ui/money.tsx'
import { BellButton } from './bell-button.tsx'
import { barButton, HelpMenu, LanguageMenu, preloadMenus, UserMenu } from './lazy-menus.ts'
import { SandboxMark } from './sandbox-mark.tsx'
import { SearchButton } from './search/search-button.tsx'
import { useExists } from './use-nav.ts'

function Balance() {
  const t = useText()
  const { balance_amount: balance, currency } = useAccount()
  const topUp: string = paths.topUp
  const canTopUp = useExists()(topUp)
  const content = (
    <>
      <span className="sr-only">{t('shell.balance')} </span>
      <BarMoney exact={balance} currency={currency} />
    </>
  )
  const looks = 'rounded-md md:px-2'
  return canTopUp ? (
    <Link to={topUp} className={`${looks} flex h-8 items-center hover:bg-fill`}>
      {content}
    </Link>
  ) : (
    <span className={looks}>{content}</span>
  )
}

function User() {
  const t = useText()
  const account = useAccount()
  return (
    <LayerButton
      label={t('shell.userMenu', { name: accountName(account) })}
      popup="menu"
      preload={preloadMenus}
      renderLayer={(layer) => <UserMenu {...layer} />}
      className="flex h-8 items-center gap-2 rounded-md px-1.5 text-ink-2 hover:bg-fill hover:text-ink"
    >
      <Avatar seed={account.id} url={account.avatar_url} size={24} />
      <Icon of={ChevronDown} size={14} className="max-md:hidden" />
    </LayerButton>
  )
}

/** Help, language and notifications. On a phone the drawer has them. */
function Menus() {
  const t = useText()
  const language = languageNames[useLocale()]
  return (
    <div className="flex items-center gap-1 max-md:hidden">
      <LayerButton
        label={t('shell.help')}
        popup="menu"
        preload={preloadMenus}
        renderLayer={(layer) => <HelpMenu {...layer} />}
        className={barButton}
      >
        <Icon of={CircleQuestionMark} />
        <span className="max-lg:hidden">{t('shell.help')}</span>
      </LayerButton>
      <LayerButton
        label={`${t('ui.language')}: ${language}`}
        popup="menu"
        preload={preloadMenus}
        renderLayer={(layer) => <LanguageMenu {...layer} />}
        className={barButton}
      >
        <Icon of={Globe} />
        <span className="max-lg:hidden">{language}</span>
      </LayerButton>
      <BellButton />
      <span aria-hidden className="mx-2 h-5 w-px bg-line" />
    </div>
  )
}

/** The bar of every page: search, help, language, notifications, balance and user menu (ruling 17). */
export function TopBar({ onMenu }: { onMenu: () => void }) {
  const t = useText()
  const { sandbox } = useAccount()
  return (
    <>
      <div className="flex items-center gap-2.5 md:hidden">
        <IconButton icon={MenuSign} label={t('shell.openMenu')} onClick={onMenu} className="size-8!" />
        <Mark size={24} className="text-accent-ink max-[359px]:hidden" />
      </div>
      <SearchButton className="max-md:order-1 max-md:ml-auto" />
      {sandbox && <SandboxMark className="max-[429px]:hidden" />}
      <div className="flex shrink-0 items-center gap-1 max-md:order-2 max-md:gap-2 md:ml-auto">
        <Menus />
        <Balance />
        <User />
      </div>
    </>
  )
}
