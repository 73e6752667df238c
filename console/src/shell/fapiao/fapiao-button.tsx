import { lazy, Suspense, useState } from 'react'
import { loadTexts } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { preloadDialog } from '../../ui/dialog.tsx'
import type { FapiaoCalls } from './calls.ts'

const load = async () => {
  const [dialog] = await Promise.all([import('./fapiao-dialog.tsx'), loadTexts('fapiao')])
  return dialog
}
const FapiaoDialog = lazy(load)

interface FapiaoButtonProps {
  calls: FapiaoCalls
  /** The label of the button. */
  label: string
}

/** The button for a tax invoice, for mainland accounts. */
export function FapiaoButton({ calls, label }: FapiaoButtonProps) {
  const [open, setOpen] = useState(false)
  const preload = () => {
    preloadDialog()
    void load()
  }
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)} onPointerEnter={preload} onFocus={preload}>
        {label}
      </Button>
      {open && (
        <Suspense>
          <FapiaoDialog calls={calls} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
