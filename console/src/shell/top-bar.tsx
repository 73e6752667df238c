import { useNavigate } from '@tanstack/react-router'
import { ChevronDown, Globe, Key, LogOut, Menu as MenuSign } from 'lucide-react'
import { accountName, useAccount } from '../api/account.ts'
import { useLocale, useText } from '../i18n/text.ts'
import { paths } from '../lib/paths.ts'
import { Avatar } from '../ui/avatar.tsx'
import { IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Mark } from '../ui/logo.tsx'
import { MenuButton } from '../ui/menu.tsx'
import { BarMoney } from '../ui/money.tsx'
import { Tag } from '../ui/tag.tsx'
import { useTheme } from '../ui/theme.ts'
import { languageChoice, languageNames, themeChoice } from './choices.ts'
import { signOut } from './sign-out.ts'

const trigger =
  'flex h-8 items-center gap-1.5 rounded-md px-2 text-sm font-medium text-ink-2 hover:bg-fill hover:text-ink'

function LanguageMenu() {
  const locale = useLocale()
  const t = useText()
  const name = languageNames[locale]
  return (
    <MenuButton
      label={`${t('ui.language')}: ${name}`}
      groups={[languageChoice(locale)]}
      className={`${trigger} max-md:hidden`}
    >
      <Icon of={Globe} />
      {name}
    </MenuButton>
  )
}

function UserMenu() {
  const t = useText()
  const account = useAccount()
  const theme = useTheme()
  const navigate = useNavigate()
  const toCredentials = () => void navigate({ to: paths.credentials })
  return (
    <MenuButton
      label={t('shell.userMenu', { name: accountName(account) })}
      groups={[
        {
          title: accountName(account),
          items: [{ id: 'credentials', title: t('shell.credentials'), icon: Key, act: toCredentials }],
        },
        themeChoice(theme),
        { items: [{ id: 'sign-out', title: t('shell.signOut'), icon: LogOut, act: () => void signOut() }] },
      ]}
      className="flex h-8 items-center gap-2 rounded-md px-1.5 text-ink-2 hover:bg-fill hover:text-ink"
    >
      <Avatar seed={account.id} url={account.avatar_url} size={24} />
      <Icon of={ChevronDown} size={14} className="max-md:hidden" />
    </MenuButton>
  )
}

/** Says that nothing leaves this host, for as long as that is so. */
function SandboxMark() {
  const t = useText()
  return (
    <span className="flex min-w-0 items-center gap-2 overflow-hidden">
      <Tag tone="warn">{t('shell.sandbox')}</Tag>
      <span className="text-xs text-ink-3 max-lg:hidden">{t('shell.sandboxText')}</span>
    </span>
  )
}

/** The bar over every page: language, balance, and what belongs to the user. */
export function TopBar({ onMenu }: { onMenu: () => void }) {
  const t = useText()
  const account = useAccount()
  return (
    <>
      <div className="flex min-w-0 items-center gap-2.5">
        <IconButton icon={MenuSign} label={t('shell.openMenu')} onClick={onMenu} className="size-8! md:hidden" />
        <Mark size={24} className="text-accent-ink max-[359px]:hidden md:hidden" />
        {account.sandbox && <SandboxMark />}
      </div>
      <div className="flex shrink-0 items-center gap-3">
        <LanguageMenu />
        <span aria-hidden className="h-5 w-px bg-line max-md:hidden" />
        <span className="px-2 max-md:px-0">
          <span className="sr-only">{t('shell.balance')} </span>
          <BarMoney exact={account.balance_amount} currency={account.currency} />
        </span>
        <UserMenu />
      </div>
    </>
  )
}
