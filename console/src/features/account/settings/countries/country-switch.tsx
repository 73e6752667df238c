import { useState } from 'react'
import { t as textNow, useText } from '../../../../i18n/text.ts'
import { preloadAlert } from '../../../../ui/alert.tsx'
import { Switch } from '../../../../ui/choice.tsx'
import { cx } from '../../../../ui/cx.ts'
import { showError } from '../../../../ui/show-error.ts'
import { useStanding } from '../../../../ui/standing.ts'
import { toast } from '../../../../ui/toasts.ts'
import { HighRiskAlert } from './high-risk-alert.tsx'
import { saveCountry } from './queries.ts'
import type { CountryRow } from './rows.ts'

async function save(country: CountryRow, enable: boolean): Promise<void> {
  await saveCountry(country, enable)
  toast('ok', textNow(enable ? 'countries.activated' : 'countries.saved'))
}

/** Shows the wanted state until the list, which draws its rows later, has it. A high-risk country is confirmed first. */
export function CountrySwitch({ country }: { country: CountryRow }) {
  const t = useText()
  const standing = useStanding()
  const [wanted, setWanted] = useState<boolean | null>(null)
  const [isSaving, setSaving] = useState(false)
  const [asking, setAsking] = useState(false)
  const isRisky = country.high_risk !== null
  if (wanted === country.enabled) setWanted(null)

  async function change(enable: boolean) {
    if (isSaving) return
    if (enable && isRisky) return setAsking(true)
    setWanted(enable)
    setSaving(true)
    await save(country, enable)
      .catch((error: unknown) => {
        setWanted(null)
        showError(error)
      })
      .finally(() => setSaving(false))
  }

  return (
    <>
      <span
        className={cx('inline-flex align-middle', isSaving && 'opacity-60')}
        onPointerEnter={isRisky ? preloadAlert : undefined}
      >
        <Switch
          aria-label={t('countries.sendTo', { country: country.name })}
          aria-busy={isSaving}
          data-opener
          checked={wanted ?? country.enabled}
          {...(standing !== null && !country.enabled && { disabled: true, title: standing })}
          onChange={({ target }) => void change(target.checked)}
          onFocus={isRisky ? preloadAlert : undefined}
        >
          {null}
        </Switch>
      </span>
      {asking && (
        <HighRiskAlert country={country} enable={() => save(country, true)} onClose={() => setAsking(false)} />
      )}
    </>
  )
}
