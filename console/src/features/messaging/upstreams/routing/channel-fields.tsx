import { percentsOf } from '@hongyan/contract/upstreams/percents'
import type { UpstreamRef } from '@hongyan/contract/endpoints/messaging/upstreams'
import { upstreams as limits } from '@hongyan/contract/limits/upstreams'
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import { useText } from '../../../../i18n/text.ts'
import { Button, IconButton } from '../../../../ui/button.tsx'
import { Segmented } from '../../../../ui/choice.tsx'
import { FieldError } from '../../../../ui/field.tsx'
import { useClearError, useFieldError } from '../../../../ui/form.tsx'
import { Select } from '../../../../ui/select.tsx'
import type { Named, Names } from './names.ts'
import { evenTargets, readWhole, stepped, type TypedRule, type TypedTarget } from './rule-form.ts'

/** The channels that can be chosen beside those of other fields; a deleted one stays to be replaced. */
export function channelOptions(
  channels: readonly UpstreamRef[],
  names: Names,
  own: UpstreamRef,
  taken: readonly UpstreamRef[],
): readonly Named[] {
  const free = channels.filter((ref) => ref === own || !taken.includes(ref))
  const all = free.includes(own) ? free : [own, ...free]
  return all.map((ref) => ({ value: ref, title: names.channelName(ref) }))
}

interface ChannelFieldsProps {
  typed: TypedRule
  set: (part: Partial<TypedRule>) => void
  channels: readonly UpstreamRef[]
  names: Names
}

/** The weight of a channel, in the row of its name. */
function WeightField({
  index,
  name,
  value,
  onType,
}: {
  index: number
  name: string
  value: string
  onType: (typed: string) => void
}) {
  const t = useText()
  const error = useFieldError(`weight${index}`)
  return (
    <span className="flex h-9 w-20 shrink-0 items-center gap-1 rounded-md border border-control bg-raised px-2.5 has-[input:focus]:border-focus has-[input:focus]:ring-3 has-[input:focus]:ring-focus/22 has-[input[aria-invalid]]:border-bad-dot sm:h-8">
      <input
        name={`weight${index}`}
        aria-label={t('routing.weightOf', { name })}
        aria-invalid={error !== undefined || undefined}
        value={value}
        onChange={({ target }) => onType(target.value)}
        inputMode="numeric"
        autoComplete="off"
        className="h-full w-full min-w-0 bg-transparent text-right text-md tabular-nums outline-none sm:text-base"
      />
      <span aria-hidden className="text-ink-3">
        %
      </span>
    </span>
  )
}

/** The shares that the typed weights make, where they do not sum to 100. */
function ShareHint({ targets, names }: { targets: readonly TypedTarget[]; names: Names }) {
  const t = useText()
  const weights = targets.map(({ weight }) => readWhole(weight))
  const sum = weights.reduce((total, weight) => total + weight, 0)
  if (Number.isNaN(sum)) return null
  if (sum === 100) return <p className="text-xs text-ink-3">{t('routing.sumIsFull')}</p>
  const shares = percentsOf(weights)
  const named = targets.map(({ upstream }, index) =>
    t('routing.shareOf', { name: names.channelName(upstream), percent: shares[index] ?? 0 }),
  )
  return <p className="text-xs text-ink-3">{t('routing.sumIs', { sum, shares: named.join(t('routing.comma')) })}</p>
}

function TargetRow(props: ChannelFieldsProps & { target: TypedTarget; index: number }) {
  const { typed, set, channels, names, target, index } = props
  const t = useText()
  const { targets, order } = typed
  const error = useFieldError(`weight${index}`)
  const name = names.channelName(target.upstream)
  const put = (part: Partial<TypedTarget>) => set({ targets: targets.with(index, { ...target, ...part }) })
  const taken = targets.map(({ upstream }) => upstream)
  return (
    <li className="grid gap-1.5">
      <div className="flex items-center gap-2">
        <span aria-hidden className="w-4 text-right text-sm text-ink-3 tabular-nums">
          {index + 1}
        </span>
        <Select
          label={t('routing.channelAt', { position: index + 1 })}
          labelled="hidden"
          options={channelOptions(channels, names, target.upstream, taken)}
          value={target.upstream}
          onChange={(chosen) => put({ upstream: chosen as UpstreamRef })} // an option's value
          className="min-w-0 flex-1"
        />
        {order === 'weighted' && (
          <WeightField index={index} name={name} value={target.weight} onType={(weight) => put({ weight })} />
        )}
        <span className="flex">
          <IconButton
            icon={ArrowUp}
            label={t('routing.earlier', { name })}
            disabled={index === 0}
            onClick={() => set({ targets: stepped(targets, index, -1) })}
          />
          <IconButton
            icon={ArrowDown}
            label={t('routing.later', { name })}
            disabled={index === targets.length - 1}
            onClick={() => set({ targets: stepped(targets, index, 1) })}
          />
          <IconButton
            icon={X}
            label={t('routing.removeValue', { name })}
            disabled={targets.length === 1}
            onClick={() => set({ targets: targets.filter((_, place) => place !== index) })}
          />
        </span>
      </div>
      {error !== undefined && <FieldError>{error}</FieldError>}
    </li>
  )
}

/** The key of a target, which it keeps when it moves; a draft may name a channel twice. */
function keyOf(targets: readonly TypedTarget[], index: number): string {
  const ref = targets[index]?.upstream
  return `${ref} ${targets.slice(0, index).filter(({ upstream }) => upstream === ref).length}`
}

/** The channels of a rule, one after the other or by weight. */
export function ChannelFields(props: ChannelFieldsProps) {
  const { typed, set, channels, names } = props
  const t = useText()
  const clearError = useClearError()
  const { targets, order } = typed
  const free = channels.find((ref) => !targets.some(({ upstream }) => upstream === ref))
  const setOrder = (chosen: TypedRule['order']) => {
    for (const index of targets.keys()) clearError(`weight${index}`)
    const isFresh = targets.every(({ weight }) => weight === '')
    set({ order: chosen, ...(chosen === 'weighted' && isFresh && { targets: evenTargets(targets) }) })
  }
  const add = () => {
    if (free === undefined) return
    const added = [...targets, { upstream: free, weight: '' }]
    set({ targets: order === 'weighted' ? evenTargets(added) : added })
  }
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 font-semibold">{t('routing.channels')}</legend>
      <Segmented
        label={t('routing.order')}
        choices={[
          { value: 'ordered', title: t('routing.ordered') },
          { value: 'weighted', title: t('routing.byWeight') },
        ]}
        value={order}
        onChange={setOrder}
      />
      <ol className="grid gap-2">
        {targets.map((target, index) => (
          <TargetRow key={keyOf(targets, index)} {...props} target={target} index={index} />
        ))}
      </ol>
      {order === 'weighted' && targets.length > 1 && <ShareHint targets={targets} names={names} />}
      <span>
        <Button
          size="small"
          icon={Plus}
          disabled={free === undefined || targets.length >= limits.targets}
          title={free === undefined ? t('routing.noOtherChannel') : undefined}
          onClick={add}
        >
          {t('routing.addChannel')}
        </Button>
      </span>
    </fieldset>
  )
}
