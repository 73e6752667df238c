import type { ReplyOf } from '@hongyan/contract/endpoint'
import type { secondFactor } from '@hongyan/contract/endpoints/account/second-factor'
import type { StepUpWay } from '@hongyan/contract/vocabulary/second-factor'
import { useRef } from 'react'
import { api } from '../../api/api.ts'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../ui/dialog.tsx'
import { passkeysWork, type Json } from '../../ui/passkey.ts'
import { ProofForm } from '../../ui/second-factor/proof-form.tsx'

type Options = ReplyOf<typeof secondFactor.stepUpOptions>

/** From the least to type to the most. */
const order: readonly StepUpWay[] = ['totp', 'passkey', 'password', 'recovery']

function waysOf({ ways }: Options): readonly [StepUpWay, ...StepUpWay[]] {
  const [first = 'password', ...rest] = order.filter(
    (way) => ways.includes(way) && (way !== 'passkey' || passkeysWork()),
  )
  return [first, ...rest]
}

interface StepUpDialogProps {
  options: Options
  onEnd: (proved: boolean) => void
}

/** Asks whoever changes what guards an account to prove once more that it is theirs (ruling 36). */
export function StepUpDialog({ options, onEnd }: StepUpDialogProps) {
  const t = useText()
  const asked = useRef<Json | null>(options.passkey)

  /** What a passkey has been asked once is not asked again. */
  async function askPasskey(): Promise<Json> {
    const fresh = asked.current ?? (await api.secondFactor.stepUpOptions()).passkey
    asked.current = null
    return fresh ?? {}
  }

  return (
    <Dialog title={t('step-up.title')} open onClose={() => onEnd(false)} held="typed">
      <ProofForm
        ways={waysOf(options)}
        askPasskey={askPasskey}
        prove={async (proof) => {
          await api.secondFactor.stepUp({ body: proof })
          onEnd(true)
        }}
        act={t('step-up.confirm')}
        busyLabel={t('step-up.confirming')}
        renderFrame={(fields, button) => (
          <>
            <DialogBody>
              <p className="text-ink-2">{t('step-up.text', { minutes: options.minutes })}</p>
              {fields}
            </DialogBody>
            <DialogFoot>
              <Button onClick={() => onEnd(false)}>{t('ui.cancel')}</Button>
              {button}
            </DialogFoot>
          </>
        )}
      />
    </Dialog>
  )
}
