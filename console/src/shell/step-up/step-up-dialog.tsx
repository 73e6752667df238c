import type { ReplyOf } from '@hongyan/contract/endpoint'
import type { secondFactor } from '@hongyan/contract/endpoints/account/second-factor'
import type { StepUpWay } from '@hongyan/contract/vocabulary/second-factor'
import { useRef } from 'react'
import { api } from '../../api/api.ts'
import { useText } from '../../i18n/text.ts'
import { Dialog, DialogBody, DialogFoot } from '../../ui/dialog.tsx'
import { passkeysWork, type Json } from '../../ui/passkey.ts'
import { ChallengeForm } from '../../ui/challenge/challenge-form.tsx'

type Options = ReplyOf<typeof secondFactor.stepUpOptions>

/** In order of typing effort. */
const order: readonly StepUpWay[] = ['totp', 'passkey', 'password', 'recovery']

function waysOf({ ways }: Options): readonly [StepUpWay, ...StepUpWay[]] {
  const [first = 'password', ...rest] = order.filter(
    (way) => ways.includes(way) && (way !== 'passkey' || passkeysWork()),
  )
  return [first, ...rest]
}

interface StepUpDialogProps {
  options: Options
  onEnd: (confirmed: boolean) => void
}

/** Authenticates the owner again before a change that guards the account (ruling 36). */
export function StepUpDialog({ options, onEnd }: StepUpDialogProps) {
  const t = useText()
  const unused = useRef<Json | null>(options.passkey)

  /** Returns the options of a passkey, each only once: the server takes one answer to each. */
  async function passkeyOptions(): Promise<Json> {
    const fresh = unused.current ?? (await api.secondFactor.stepUpOptions()).passkey
    unused.current = null
    return fresh ?? {}
  }

  return (
    <Dialog title={t('step-up.title')} open onClose={() => onEnd(false)} held="typed">
      <ChallengeForm
        ways={waysOf(options)}
        passkeyOptions={passkeyOptions}
        submitAnswer={async (answer) => {
          await api.secondFactor.stepUp({ body: answer })
          onEnd(true)
        }}
        submitLabel={t('step-up.confirm')}
        busyLabel={t('step-up.confirming')}
        renderFrame={(fields, button) => (
          <>
            <DialogBody>
              <p className="text-ink-2">{t('step-up.text', { minutes: options.minutes })}</p>
              {fields}
            </DialogBody>
            <DialogFoot onCancel={() => onEnd(false)}>{button}</DialogFoot>
          </>
        )}
      />
    </Dialog>
  )
}
