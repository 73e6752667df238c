import { useEffect } from 'react'
import { useText } from '../../i18n/text.ts'
import type { TextId } from '../../i18n/ids.ts'
import { paths, type SignInScene } from '../../lib/paths.ts'
import { Appearance } from '../../ui/appearance.tsx'
import { Logo } from '../../ui/logo.tsx'
import { Note } from '../../ui/note.tsx'
import { Flock } from './flock.tsx'
import { SignInForm } from './sign-in-form.tsx'

const reasons: Record<SignInScene, TextId> = {
  'cnsl.required': 'session.required',
  'cnsl.signout': 'session.signedOut',
}

/** Why one is here, if one was sent (specification section 4, "Session"). */
function reasonOf(search: string): TextId | null {
  const query = new URLSearchParams(search)
  const scene = query.get('scene')
  if (scene === 'cnsl.required') return query.has('return') ? 'session.requiredReturn' : reasons[scene]
  return scene === 'cnsl.signout' ? reasons[scene] : null
}

export function SignInPage() {
  const t = useText()
  const reason = reasonOf(location.search)
  const title = t('session.title')
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <div className="grid min-h-dvh lg:grid-cols-[1.46fr_1fr]">
      <div className="flex flex-col px-4 lg:px-10">
        <header className="flex h-14 items-center justify-between lg:h-20">
          <Logo />
          <Appearance />
        </header>
        <main className="mx-auto w-full max-w-[360px] flex-1 pt-8 pb-10 max-sm:max-w-none lg:pt-3">
          <h1 className="mb-6 text-title font-semibold">{title}</h1>
          {reason !== null && (
            <div className="mb-6">
              <Note>{t(reason)}</Note>
            </div>
          )}
          <SignInForm />
          <p className="mt-6 text-xs/[18px] text-ink-3">{t('session.lockHint')}</p>
        </main>
        <footer className="py-4 text-sm text-ink-3">
          <a href={paths.docs} className="hover:text-ink">
            {t('session.docs')}
          </a>
        </footer>
      </div>
      <Flock />
    </div>
  )
}
