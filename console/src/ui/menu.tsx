import type { LucideIcon } from 'lucide-react'
import { lazy } from 'react'
import { LayerButton, type LayerButtonProps } from './layer-button.tsx'

const load = () => import('./menu-layer.tsx')
const MenuLayer = lazy(load)
const preload = (): void => void load()

interface MenuEntry {
  readonly id: string
  readonly title: string
  readonly icon?: LucideIcon
}
/** Something to do, or a page outside of the console, which opens in a tab of its own. */
export type MenuItem = MenuEntry & ({ readonly act: () => void } | { readonly href: string })

/** Entries that act, or with `chosen` entries of which one holds. */
export interface MenuGroup {
  readonly title?: string
  readonly chosen?: string
  readonly items: readonly MenuItem[]
}

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
