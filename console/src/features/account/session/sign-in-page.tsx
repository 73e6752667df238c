import type { SecondFactorChallenge } from '@hongyan/contract/endpoints/account/second-factor'
import { lazy, Suspense, useEffect, useState } from 'react'
import { loadTexts, useText } from '../../../i18n/text.ts'
import type { TextId } from '../../../i18n/ids.ts'
import { paths, type SignInScene } from '../../../lib/paths.ts'
import { besideSignIn } from './return-path.ts'
import { Segmented } from '../../../ui/choice.tsx'
import { Note } from '../../../ui/note.tsx'
import { passkeysWork } from '../../../ui/passkey.ts'
import { CodeForm } from './code-form.tsx'
import { Frame } from './frame.tsx'
import { PasskeySignIn } from './passkey-sign-in.tsx'
import { PasswordForm } from './password-form.tsx'
import { keepInTab, tabValue } from '../../../lib/tab-storage.ts'
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

type Method = 'password' | 'code'
const METHOD_KEY = 'hy_sign_in_way'

export function SignInPage() {
  const t = useText()
  const reason = reasonOf(location.search)
  const title = t('session.title')
  const { draft, onInput } = useDraft()
  const [method, setMethod] = useState<Method>(() => (tabValue(METHOD_KEY) === 'code' ? 'code' : 'password'))
  // After a switch of the method the focus stays on the switch.
  const [switched, setSwitched] = useState(false)
  const [challenge, setChallenge] = useState<SecondFactorChallenge | null>(null)
  useEffect(() => {
    document.title = title
  }, [title])
  const SignInForm = method === 'password' ? PasswordForm : CodeForm

  function choose(wanted: Method) {
    keepInTab(METHOD_KEY, wanted)
    setMethod(wanted)
    setSwitched(true)
  }
  if (challenge !== null) {
    return (
      <Frame title={title}>
        <Suspense>
          <SecondStep challenge={challenge} back={() => setChallenge(null)} />
        </Suspense>
      </Frame>
    )
  }
  const otherPage = {
    question: t('session.newHere'),
    answer: t('session.createAccount'),
    href: besideSignIn(paths.signUp, location.search),
  }
  return (
    <Frame title={title} otherPage={otherPage}>
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
          value={method}
          onChange={choose}
        />
      </div>
      <div onInput={onInput}>
        <SignInForm draft={draft} autoFocus={!switched} onChallenge={setChallenge} />
      </div>
      {passkeysWork() && <PasskeySignIn />}
    </Frame>
  )
}
