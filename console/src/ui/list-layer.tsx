import type { ReactNode } from 'react'
import { Popover } from 'react-aria-components/Popover'
import type { LayerProps } from './layer-button.tsx'
import { OwnLanguage } from './own-language.tsx'

/** A choice in a list below a button. */
export const listEntry =
  'flex min-h-10 cursor-pointer items-center justify-between gap-4 rounded-[6px] px-2 text-sm outline-none focus:bg-fill sm:min-h-8'

/** A list of choices below a button, at least as wide as that. */
export function ListLayer({ label, trigger, onClose, children }: LayerProps & { children: ReactNode }) {
  return (
    <OwnLanguage>
      <Popover
        isOpen
        triggerRef={trigger}
        placement="bottom start"
        offset={6}
        aria-label={label}
        onOpenChange={onClose}
        style={{ minWidth: trigger.current?.offsetWidth }}
        className="overflow-y-auto rounded-lg bg-raised p-1 shadow-float outline-none"
      >
        {children}
      </Popover>
    </OwnLanguage>
  )
}
