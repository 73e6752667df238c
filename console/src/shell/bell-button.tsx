import { Bell } from 'lucide-react'
import { useText } from '../i18n/text.ts'
import { Icon } from '../ui/icon.tsx'
import { LayerButton } from '../ui/layer-button.tsx'
import { barButton, Notifications, preloadMenus } from './lazy-menus.ts'

export function BellButton() {
  const t = useText()
  return (
    <LayerButton
      label={t('shell.notifications')}
      popup="dialog"
      preload={preloadMenus}
      renderLayer={(layer) => <Notifications {...layer} />}
      className={barButton}
    >
      <Icon of={Bell} />
    </LayerButton>
  )
}
