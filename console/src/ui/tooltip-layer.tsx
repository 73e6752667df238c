import type { RefObject } from 'react'
import { Tooltip } from 'react-aria-components/Tooltip'

interface TooltipLayerProps {
  id: string
  trigger: RefObject<HTMLButtonElement | null>
  words: string
  onEnter: () => void
  onLeave: () => void
}

export default function TooltipLayer({ id, trigger, words, onEnter, onLeave }: TooltipLayerProps) {
  return (
    <Tooltip
      isOpen
      triggerRef={trigger}
      placement="bottom"
      offset={6}
      className="max-w-66 rounded-md bg-[light-dark(#16161f,#2f2f3c)] text-xs/[18px] text-white shadow-float"
    >
      <p id={id} onPointerEnter={onEnter} onPointerLeave={onLeave} className="px-3 py-2">
        {words}
      </p>
    </Tooltip>
  )
}
