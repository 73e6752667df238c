import type { CallOf } from '@hongyan/contract/endpoint'
import type { FapiaoOffer, transactionFapiao } from '@hongyan/contract/endpoints/finance/fapiao'
import type { Fapiao } from '@hongyan/contract/endpoints/finance/invoices'
import type { QueryKey } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { loadTexts } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { preloadDialog } from '../../ui/dialog.tsx'

const load = async () => {
  const [dialog] = await Promise.all([import('./fapiao-dialog.tsx'), loadTexts('fapiao')])
  return dialog
}
const FapiaoDialog = lazy(load)

export type FapiaoBody = CallOf<typeof transactionFapiao.request>['body']

/** How the tax invoice of one charge or invoice is asked after and for. */
export interface FapiaoCalls {
  readonly key: QueryKey
  readonly offer: () => Promise<FapiaoOffer>
  readonly request: (body: FapiaoBody) => Promise<Fapiao>
}

interface AskFapiaoProps {
  calls: FapiaoCalls
  /** What the button says. */
  words: string
}

/** The way to a tax invoice, for mainland accounts. */
export function AskFapiao({ calls, words }: AskFapiaoProps) {
  const [open, setOpen] = useState(false)
  const preload = () => {
    preloadDialog()
    void load()
  }
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)} onPointerEnter={preload} onFocus={preload}>
        {words}
      </Button>
      {open && (
        <Suspense>
          <FapiaoDialog calls={calls} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
