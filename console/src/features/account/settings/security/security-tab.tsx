import { Check } from 'lucide-react'
import type { TextId } from '../../../../i18n/ids.ts'
import { useText } from '../../../../i18n/text.ts'
import { Icon } from '../../../../ui/icon.tsx'
import { SessionsSection } from '../sessions/sessions-section.tsx'
import { SecondFactorSection } from '../second-factor/second-factor-section.tsx'
import { SignInSection } from './sign-in-section.tsx'

const points: readonly TextId[] = ['security.guardVerify', 'security.guardTold', 'security.guardSessions']

function Guards() {
  const t = useText()
  return (
    <aside aria-labelledby="guards">
      <h2 id="guards" className="mb-2 pt-1 font-semibold">
        {t('security.guards')}
      </h2>
      <ul className="grid gap-2.5 text-sm text-ink-2">
        {points.map((point) => (
          <li key={point} className="flex gap-2.5">
            <Icon of={Check} className="mt-0.5" />
            {t(point)}
          </li>
        ))}
      </ul>
    </aside>
  )
}

/**
 * The settings that guard the account, and how their changes are protected (specification section 2, "Settings
 * screen").
 */
export default function SecurityTab() {
  return (
    <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_320px] lg:gap-8">
      <div className="grid content-start gap-6">
        <SignInSection />
        <SecondFactorSection />
        <SessionsSection />
      </div>
      <Guards />
    </div>
  )
}
