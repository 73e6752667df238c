import { Bell } from 'lucide-react'
import { useAccount } from '../api/account.ts'
import { useText } from '../i18n/text.ts'
import { Icon } from '../ui/icon.tsx'
import { LayerButton } from '../ui/layer-button.tsx'
import { barButton, Notices, preloadNotices } from './lazy-menus.ts'

/** The bell counts what nobody has read (ruling 16): the account brings the number. */
export function BellButton() {
  const t = useText()
  const { unread_notices: count } = useAccount()
  return (
    <LayerButton
      label={count > 0 ? t('shell.unread', { count }) : t('shell.notifications')}
      popup="dialog"
      preload={preloadNotices}
      renderLayer={(layer) => <Notices {...layer} />}
      className={`${barButton} relative`}
    >
      <Icon of={Bell} />
      {count > 0 && (
        <span className="absolute top-0 left-4.5 min-w-4 rounded-full bg-ink px-1 text-[10px] leading-4 text-page">
          {count}
        </span>
      )}
    </LayerButton>
  )
}
