import { CircleCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useText } from '../../../i18n/text.ts'
import { buttonLooks } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Frame } from './frame.tsx'

/** Confirms the new password and links to the sign-in page. */
export function ResetDone({ title, signIn }: { title: string; signIn: string }) {
  const t = useText()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <Frame title={title}>
      <div className="grid gap-6 border-t border-line pt-6">
        <div className="flex gap-3">
          <Icon of={CircleCheck} size={20} className="text-ok" />
          <div>
            <h2 ref={heading} tabIndex={-1} className="font-semibold outline-none">
              {t('session.resetDone')}
            </h2>
            <p className="mt-1 text-sm text-ink-2">{t('session.resetDoneText')}</p>
          </div>
        </div>
        <a href={signIn} className={buttonLooks('primary')}>
          {t('session.signIn')}
        </a>
      </div>
    </Frame>
  )
}
