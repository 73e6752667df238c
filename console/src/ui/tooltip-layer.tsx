import { useMemo, type RefObject } from 'react'
import { Tooltip, TooltipTriggerStateContext } from 'react-aria-components/Tooltip'

interface TooltipLayerProps {
  id: string
  trigger: RefObject<HTMLButtonElement | null>
  text: string
  onEnter: () => void
  onLeave: () => void
  onClose: () => void
}

export default function TooltipLayer({ id, trigger, text, onEnter, onLeave, onClose }: TooltipLayerProps) {
  const state = useMemo(
    () => ({ isOpen: true, shouldSkipAnimation: true, open: () => undefined, close: onClose }),
    [onClose],
  )
  // Inside the landmark, since every part of a page needs one, but above elements that clip the trigger.
  const landmark = trigger.current?.closest('main') ?? document.body
  return (
    <TooltipTriggerStateContext value={state}>
      <Tooltip
        isOpen
        UNSTABLE_portalContainer={landmark}
        triggerRef={trigger}
        placement="bottom"
        offset={6}
        className="max-w-66 rounded-md bg-[light-dark(#16161f,#2f2f3c)] text-xs/[18px] text-white shadow-float"
      >
        <p id={id} onPointerEnter={onEnter} onPointerLeave={onLeave} className="px-3 py-2 whitespace-pre-line">
          {text}
        </p>
      </Tooltip>
    </TooltipTriggerStateContext>
  )
}
