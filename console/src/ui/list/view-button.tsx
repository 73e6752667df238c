import { SlidersHorizontal } from 'lucide-react'
import { lazy } from 'react'
import { useText } from '../../i18n/text.ts'
import { buttonLooks } from '../button.tsx'
import { Icon } from '../icon.tsx'
import { LayerButton } from '../layer-button.tsx'
import type { ViewButtonProps } from './view-layer.tsx'

const load = () => import('./view-layer.tsx')
const ViewLayer = lazy(load)
const preload = (): void => void load()

/** Opens the saved views, columns and density of a list. */
export function ViewButton(props: ViewButtonProps) {
  const label = useText()('list.view')
  return (
    <LayerButton
      label={label}
      popup="dialog"
      preload={preload}
      renderLayer={(layer) => <ViewLayer {...layer} {...props} />}
      className={buttonLooks('secondary', 'small')}
    >
      <span title={label} className="grid">
        <Icon of={SlidersHorizontal} />
      </span>
    </LayerButton>
  )
}
