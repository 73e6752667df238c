import { lazy } from 'react'
import { LayerButton, type LayerButtonProps } from './layer-button.tsx'
import type { MenuGroup } from './menu-items.ts'

const load = () => import('./menu-layer.tsx')
const MenuLayer = lazy(load)
const preload = (): void => void load()

interface MenuButtonProps extends Omit<LayerButtonProps, 'popup' | 'preload' | 'renderLayer'> {
  readonly groups: readonly MenuGroup[]
}

/** A button that opens a menu. */
export function MenuButton({ groups, ...button }: MenuButtonProps) {
  return (
    <LayerButton
      {...button}
      popup="menu"
      preload={preload}
      renderLayer={(layer) => <MenuLayer {...layer} groups={groups} />}
    />
  )
}
