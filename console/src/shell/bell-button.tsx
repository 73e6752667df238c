import { Bell } from 'lucide-react'
import { useAccount } from '../api/account.ts'
import { useText } from '../i18n/text.ts'
import { Icon } from '../ui/icon.tsx'
import { LayerButton } from '../ui/layer-button.tsx'
import { barButton, Notifications, preloadMenus } from './lazy-menus.ts'

/** Shows the number of unread notices, which is part of the account (ruling 16). */
export function BellButton() {
  const name = useText()('shell.notifications')
  const { unread_notices: count } = useAccount()
  return (
    <LayerButton
      label={count > 0 ? `${name}: ${count}` : name}
      popup="dialog"
      preload={preloadMenus}
      renderLayer={(layer) => <Notifications {...layer} />}
      className={barButton}
    >
      <Icon of={Bell} />
      {count > 0 && <span className="rounded-full bg-ink px-1.5 text-xs text-page">{count}</span>}
    </LayerButton>
  )
}
