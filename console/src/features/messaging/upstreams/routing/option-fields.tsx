import type { UpstreamRef } from '@hongyan/contract/endpoints/messaging/upstreams'
import { upstreams as limits } from '@hongyan/contract/limits/upstreams'
import { useId, type ReactNode } from 'react'
import { useText } from '../../../../i18n/text.ts'
import { Segmented, Switch } from '../../../../ui/choice.tsx'
import { TextField } from '../../../../ui/field.tsx'
import { useClearError } from '../../../../ui/form.tsx'
import { Select } from '../../../../ui/select.tsx'
import { channelOptions } from './channel-fields.tsx'
import type { Names } from './names.ts'
import type { TypedRule } from './rule-form.ts'

interface OptionFieldsProps {
  typed: TypedRule
  set: (part: Partial<TypedRule>) => void
  channels: readonly UpstreamRef[]
  names: Names
}

interface OptionProps {
  title: string
  text: string
  checked: boolean
  onChange: (checked: boolean) => void
  children?: ReactNode
}

/** A switch with a sentence, and the fields that it opens. */
function Option({ title, text, checked, onChange, children }: OptionProps) {
  const id = useId()
  return (
    <div className="grid gap-1">
      <Switch checked={checked} aria-describedby={id} onChange={({ target }) => onChange(target.checked)}>
        <span className="font-medium">{title}</span>
      </Switch>
      <p id={id} className="pl-10.5 text-xs text-ink-3">
        {text}
      </p>
      {checked && children !== undefined && <div className="mt-2 pl-10.5">{children}</div>}
    </div>
  )
}

const attempts = Array.from({ length: limits.attemptsMax }, (_, index) => String(index + 1))

/** The options of a rule: failover, sticky recipients and a canary. */
export function OptionFields({ typed, set, channels, names }: OptionFieldsProps) {
  const t = useText()
  const clearError = useClearError()
  const { targets, canary, failover, sticky } = typed
  const [first] = channels
  const free = channels.find((ref) => !targets.some(({ upstream }) => upstream === ref)) ?? first
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-2 font-semibold">{t('routing.options')}</legend>
      <Option
        title={t('routing.failover')}
        text={t('routing.failoverText')}
        checked={failover}
        onChange={(checked) => set({ failover: checked })}
      >
        <div className="grid gap-1.5">
          <span aria-hidden className="text-sm font-medium">
            {t('routing.attempts')}
          </span>
          <Segmented
            label={t('routing.attempts')}
            choices={attempts.map((value) => ({ value, title: value }))}
            value={String(typed.attempts)}
            onChange={(chosen) => set({ attempts: Number(chosen) })}
          />
        </div>
      </Option>
      <Option
        title={t('routing.sticky')}
        text={t('routing.stickyText')}
        checked={sticky}
        onChange={(checked) => set({ sticky: checked })}
      />
      {free !== undefined && (
        <Option
          title={t('routing.canary')}
          text={t('routing.canaryText')}
          checked={canary !== null}
          onChange={(checked) => {
            clearError('percent')
            set({ canary: checked ? { upstream: free, percent: '5' } : null })
          }}
        >
          {canary && (
            <div className="grid grid-cols-[minmax(0,1fr)_112px] items-start gap-3">
              <Select
                label={t('routing.canaryChannel')}
                options={channelOptions(channels, names, canary.upstream, [])}
                value={canary.upstream}
                onChange={(chosen) => set({ canary: { ...canary, upstream: chosen as UpstreamRef } })} // an option's value
              />
              <TextField
                name="percent"
                label={t('routing.percent')}
                value={canary.percent}
                onChange={({ target }) => set({ canary: { ...canary, percent: target.value } })}
                trailing={
                  <span aria-hidden className="text-ink-3">
                    %
                  </span>
                }
                inputMode="numeric"
                autoComplete="off"
              />
            </div>
          )}
        </Option>
      )}
    </fieldset>
  )
}
