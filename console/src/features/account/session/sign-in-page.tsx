import type { SecondFactorChallenge } from '@hongyan/contract/endpoints/account/second-factor'
import { lazy, Suspense, useEffect, useState } from 'react'
import { loadTexts, useText } from '../../../i18n/text.ts'
import type { TextId } from '../../../i18n/ids.ts'
import { besideSignIn, paths, type SignInScene } from '../../../lib/paths.ts'
import { Segmented } from '../../../ui/choice.tsx'
import { Note } from '../../../ui/note.tsx'
import { passkeysWork } from '../../../ui/passkey.ts'
import { CodeForm } from './code-form.tsx'
import { Frame } from './frame.tsx'
import { PasskeySignIn } from './passkey-sign-in.tsx'
import { PasswordForm } from './password-form.tsx'
import { remember, remembered } from './tab-memory.ts'
import { useDraft } from './use-draft.ts'

const SecondStep = lazy(async () => {
  const [step] = await Promise.all([import('./second-step.tsx'), loadTexts('challenge')])
  return step
})

const reasons: Record<SignInScene, TextId> = {
  'cnsl.required': 'session.required',
  'cnsl.signout': 'session.signedOut',
}

/** Why the customer was sent to this page, if they were (specification section 4, "Session"). */
function reasonOf(search: string): TextId | null {
  const query = new URLSearchParams(search)
  const scene = query.get('scene')
  if (scene === 'cnsl.required') return query.has('return') ? 'session.requiredReturn' : reasons[scene]
  return scene === 'cnsl.signout' ? reasons[scene] : null
}

type Way = 'password' | 'code'
const WAY = 'hy_sign_in_way'

export function SignInPage() {
  const t = useText()
  const reason = reasonOf(location.search)
  const title = t('session.title')
  const { draft, onInput } = useDraft()
  const [way, setWay] = useState<Way>(() => (remembered(WAY) === 'code' ? 'code' : 'password'))
  // After a switch of the method the focus stays on the switch.
  const [switched, setSwitched] = useState(false)
  const [asked, setAsked] = useState<SecondFactorChallenge | null>(null)
  useEffect(() => {
    document.title = title
  }, [title])
  const WayForm = way === 'password' ? PasswordForm : CodeForm

  function choose(wanted: Way) {
    remember(WAY, wanted)
    setWay(wanted)
    setSwitched(true)
  }
  if (asked !== null) {
    return (
      <Frame title={title}>
        <Suspense>
          <SecondStep asked={asked} back={() => setAsked(null)} />
        </Suspense>
      </Frame>
    )
  }
  const instead = {
    question: t('session.newHere'),
    answer: t('session.createAccount'),
    href: besideSignIn(paths.signUp, location.search),
  }
  return (
    <Frame title={title} instead={instead}>
      {reason !== null && (
        <div className="mb-6">
          <Note>{t(reason)}</Note>
        </div>
      )}
      <div className="mb-6">
        <Segmented
          label={t('session.way')}
          choices={[
            { value: 'password', title: t('session.byPassword'), spoken: t('session.byPasswordSpoken') },
            { value: 'code', title: t('session.byCode'), spoken: t('session.byCodeSpoken') },
          ]}
          value={way}
          onChange={choose}
        />
      </div>
      <div onInput={onInput}>
        <WayForm draft={draft} autoFocus={!switched} onAsked={setAsked} />
      </div>
      {passkeysWork() && <PasskeySignIn />}
    </Frame>
  )
}
