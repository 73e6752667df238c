import { Check, SquareArrowOutUpRight } from 'lucide-react'
import { Header, Menu, MenuItem, MenuSection } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import { Text } from 'react-aria-components/Text'
import { firstFocus } from './first-focus.ts'
import { Icon } from './icon.tsx'
import type { LayerProps } from './layer-button.tsx'
import type { MenuGroup, MenuItem as Item } from './menu-items.ts'
import { OwnLanguage } from './own-language.tsx'
import { useStanding } from './standing.ts'

interface MenuLayerProps extends LayerProps {
  readonly groups: readonly MenuGroup[]
}

const choosing = (item: Item) =>
  'href' in item ? { href: item.href, target: '_blank', rel: 'noopener' } : { onAction: item.act }

const entry =
  'group flex min-h-10 cursor-pointer items-center gap-2.5 rounded-[6px] px-2 text-sm outline-none focus:bg-fill data-disabled:cursor-default data-disabled:text-ink-disabled sm:min-h-8'

function Group({ group, first }: { group: MenuGroup; first: boolean }) {
  const standing = useStanding()
  const reasonOf = ({ unlessSuspended = false }: Item) => (unlessSuspended ? standing : null)
  const choice = group.chosen === undefined ? {} : { selectionMode: 'single' as const, selectedKeys: [group.chosen] }
  return (
    <MenuSection {...choice} aria-label={group.title ?? ''} className="border-line p-1 not-first:border-t">
      {group.title !== undefined && <Header className="px-2 pt-1.5 pb-1 text-xs text-ink-3">{group.title}</Header>}
      {group.items.map((item, index) => (
        <MenuItem
          key={item.id}
          ref={first && index === 0 ? firstFocus : null}
          id={item.id}
          textValue={item.title}
          isDisabled={item.disabled === true || reasonOf(item) !== null}
          {...choosing(item)}
          className={entry}
        >
          {item.icon && <Icon of={item.icon} className="text-ink-2 group-data-disabled:text-ink-disabled" />}
          <span className="grid flex-1 py-1">
            <Text slot="label">{item.title}</Text>
            {reasonOf(item) !== null && (
              <Text slot="description" className="text-xs text-ink-3">
                {reasonOf(item)}
              </Text>
            )}
          </span>
          {item.id === group.chosen && <Icon of={Check} />}
          {'href' in item && <Icon of={SquareArrowOutUpRight} size={14} className="text-ink-3" />}
        </MenuItem>
      ))}
    </MenuSection>
  )
}

export default function MenuLayer({ label, groups, trigger, onClose }: MenuLayerProps) {
  return (
    <OwnLanguage>
      <Popover
        isOpen
        triggerRef={trigger}
        placement="bottom end"
        offset={6}
        aria-label={label}
        onOpenChange={onClose}
        className="min-w-48 overflow-y-auto rounded-lg bg-raised shadow-float outline-none"
      >
        <Menu aria-label={label} onClose={onClose} className="outline-none">
          {groups.map((group, index) => (
            <Group key={group.title ?? index} group={group} first={index === 0} />
          ))}
        </Menu>
      </Popover>
    </OwnLanguage>
  )
}
