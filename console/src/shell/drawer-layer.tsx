import { Globe, X } from 'lucide-react'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { accountName, useAccount } from '../api/account.ts'
import { languageNames } from '../i18n/locale.ts'
import { useLocale, useText } from '../i18n/text.ts'
import { Avatar } from '../ui/avatar.tsx'
import { buttonLooks, IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Logo } from '../ui/logo.tsx'
import { MenuButton } from '../ui/menu.tsx'
import { OwnLanguage } from '../ui/own-language.tsx'
import { useTheme } from '../ui/theme.ts'
import { BellButton } from './bell-button.tsx'
import { languageChoice, themeChoice, themeIcons, themeLabels } from './choices.ts'
import { SandboxMark } from './sandbox-mark.tsx'
import { SideMenu } from './side-menu.tsx'

const halfWidthButton = `${buttonLooks('secondary', 'small')} grid-flow-col justify-center gap-2`

function DrawerFoot() {
  const t = useText()
  const account = useAccount()
  const locale = useLocale()
  const theme = useTheme()
  return (
    <footer className="grid gap-3 border-t border-line px-3 py-3">
      <div className="flex items-center gap-2.5 px-2 pt-1">
        <Avatar seed={account.id} url={account.avatar_url} size={32} />
        <div className="min-w-0 flex-1">
          <p className="truncate font-medium">{accountName(account)}</p>
          <p className="truncate text-xs text-ink-3">{account.suid}</p>
        </div>
        <BellButton />
      </div>
      <div className="grid grid-cols-2 gap-2">
        <MenuButton
          label={`${t('ui.language')}: ${languageNames[locale]}`}
          groups={[languageChoice(locale)]}
          className={halfWidthButton}
        >
          <Icon of={Globe} />
          {languageNames[locale]}
        </MenuButton>
        <MenuButton
          label={`${t('ui.theme')}: ${t(themeLabels[theme])}`}
          groups={[themeChoice(theme)]}
          className={halfWidthButton}
        >
          <Icon of={themeIcons[theme]} />
          {t(themeLabels[theme])}
        </MenuButton>
      </div>
    </footer>
  )
}

export default function DrawerLayer({ onClose }: { onClose: () => void }) {
  const t = useText()
  const { sandbox } = useAccount()
  return (
    <OwnLanguage>
      <ModalOverlay isOpen isDismissable onOpenChange={onClose} className="fixed inset-0 z-40 bg-scrim">
        <Modal className="h-dvh w-[304px] max-w-[85vw] bg-raised shadow-float">
          <AriaDialog aria-label={t('shell.pages')} className="flex h-full flex-col outline-none">
            <header className="flex h-14 shrink-0 items-center justify-between border-b border-line px-5">
              <span className="flex min-w-0 items-center gap-2.5">
                <Logo />
                {sandbox && <SandboxMark />}
              </span>
              <IconButton icon={X} label={t('ui.close')} onClick={onClose} />
            </header>
            <div className="min-h-0 flex-1 overflow-y-auto py-3">
              <SideMenu onChoose={onClose} />
            </div>
            <DrawerFoot />
          </AriaDialog>
        </Modal>
      </ModalOverlay>
    </OwnLanguage>
  )
}
