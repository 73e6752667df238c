import type { IpRestriction } from '@hongyan/contract/endpoints/extensions/ip-restriction'
import { type ReactNode, useState } from 'react'
import { t as textNow, useText } from '../../../i18n/text.ts'
import { Card } from '../../../ui/card.tsx'
import { RadioCards, Switch } from '../../../ui/choice.tsx'
import { without } from '../../../ui/list/address.ts'
import { showError } from '../../../ui/show-error.ts'
import { useStanding } from '../../../ui/standing.ts'
import { toast } from '../../../ui/toasts.ts'
import { useChange } from './change.tsx'
import { CheckAddress } from './check-address.tsx'
import { OwnAddress } from './own-address.tsx'
import { currentRules, type RulesChange } from './queries.ts'

interface SwitchRowProps {
  title: string
  text: string
  checked: boolean
  disabled: boolean
  onChange: (checked: boolean) => void
}

function SwitchRow({ title, text, checked, disabled, onChange }: SwitchRowProps): ReactNode {
  return (
    <div className="grid gap-0.5">
      <Switch checked={checked} disabled={disabled} onChange={({ target }) => onChange(target.checked)}>
        <span className="font-medium">{title}</span>
      </Switch>
      <span className="pl-10.5 text-sm text-ink-3">{text}</span>
    </div>
  )
}

function announce(isSaved: boolean): void {
  const rules = currentRules()
  if (!isSaved || rules === undefined) return
  const isEnforced = rules.enabled && !rules.reportOnly
  toast('ok', textNow(isEnforced ? 'ip-restriction.activated' : 'ip-restriction.saved'))
}

/** The settings, each saved as it is changed, and what they do with an address. */
export function SettingsCard({ rules }: { rules: IpRestriction }) {
  const t = useText()
  const change = useChange()
  const [wanted, setWanted] = useState<RulesChange>({})
  const standing = useStanding()
  const isClosed = standing !== null
  const shown = { ...rules, ...wanted }

  async function save(part: RulesChange) {
    setWanted((before) => ({ ...before, ...part }))
    await change(part)
      .then(announce)
      .catch(showError)
      .finally(() => setWanted((now) => without(now, ...(Object.keys(part) as (keyof RulesChange)[])))) // the keys of its type
  }

  return (
    <Card className="mb-6">
      <div
        className="grid gap-6 lg:grid-cols-2"
        aria-busy={Object.keys(wanted).length > 0}
        title={standing ?? undefined}
      >
        <div className="grid content-start gap-4">
          <SwitchRow
            title={t('ip-restriction.enabled')}
            text={t('ip-restriction.enabledText')}
            checked={shown.enabled}
            disabled={isClosed}
            onChange={(enabled) => void save({ enabled })}
          />
          <SwitchRow
            title={t('ip-restriction.reportOnly')}
            text={t('ip-restriction.reportOnlyText')}
            checked={shown.reportOnly}
            disabled={isClosed}
            onChange={(reportOnly) => void save({ reportOnly })}
          />
          <OwnAddress rules={rules} />
          <CheckAddress rules={rules} />
        </div>
        <fieldset disabled={isClosed}>
          <RadioCards
            legend={t('ip-restriction.mode')}
            name="mode"
            choices={[
              { value: 'allow', title: t('ip-restriction.allow'), text: t('ip-restriction.allowText') },
              { value: 'deny', title: t('ip-restriction.deny'), text: t('ip-restriction.denyText') },
            ]}
            value={shown.mode}
            onChange={(mode) => void save({ mode: mode === 'deny' ? 'deny' : 'allow' })}
          />
        </fieldset>
      </div>
    </Card>
  )
}
