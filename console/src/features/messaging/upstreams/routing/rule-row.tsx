import type { RouteRule } from '@hongyan/contract/endpoints/messaging/routing'
import { ArrowDown, ArrowUp, Check, CircleX, CopyPlus, GripVertical, Lock, Pencil, Trash2 } from 'lucide-react'
import { useId, useLayoutEffect, useRef, type KeyboardEvent } from 'react'
import { useText } from '../../../../i18n/text.ts'
import { useMinute } from '../../../../lib/use-minute.ts'
import { ActionsButton } from '../../../../ui/actions-button.tsx'
import { cx } from '../../../../ui/cx.ts'
import { preloadDialog } from '../../../../ui/dialog.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { recordItems } from '../../../../ui/record-items.ts'
import { ChannelChips, troubles } from './channel-chips.tsx'
import type { RuleChange } from './compare.ts'
import { matchesAll } from './draft.ts'
import type { Names } from './names.ts'
import { conditionsOf, optionsText } from './sentence.ts'
import type { DragActs } from './use-drag.ts'
import type { RuleActs } from './use-rule-acts.ts'

export interface RuleRowProps {
  rule: RouteRule
  /** The place in the list, counted from 0. */
  index: number
  /** The number of rules, the default one included. */
  count: number
  change: RuleChange | undefined
  isMatched: boolean
  /** True where the rule matches every message, so that the rules below it never match. */
  isCatchAll: boolean
  /** The sentences about what keeps the rule from being activated. */
  problems: readonly string[]
  names: Names
  acts: RuleActs
  /** True where the account may not change rules. */
  isLocked: boolean
  drag: DragActs
}

const chip = 'inline-flex h-5 items-center gap-1 rounded-sm border px-1.5 text-xs font-medium whitespace-nowrap'

function Marks({ change, isMatched }: Pick<RuleRowProps, 'change' | 'isMatched'>) {
  const t = useText()
  return (
    <>
      {change && (
        <span className={cx(chip, 'border-warn-line bg-warn-soft text-warn')}>{t(`routing.${change.kind}`)}</span>
      )}
      {isMatched && (
        <span className={cx(chip, 'border-ok-line bg-ok-soft text-ok')}>
          <Icon of={Check} size={12} />
          {t('routing.matched')}
        </span>
      )}
    </>
  )
}

function Conditions({ rule, isLast, names }: { rule: RouteRule; isLast: boolean; names: Names }) {
  const t = useText()
  if (matchesAll(rule)) return t(isLast ? 'routing.everythingElse' : 'routing.everything')
  return conditionsOf(rule.match, names).map(({ label, text, isKey }) => (
    <span key={label} className="wrap-anywhere">
      <span className="text-ink-3">{label}</span> <span className={cx(isKey && 'font-mono text-xs')}>{text}</span>
    </span>
  ))
}

function RowMenu({ rule, index, count, acts, isLocked, name }: RuleRowProps & { name: string }) {
  const t = useText()
  const isDefault = index === count - 1
  const record = recordItems({ kind: 'routing_rule', id: rule.id })
  const edit = {
    id: 'edit',
    title: t(isDefault ? 'routing.editChannels' : 'routing.edit'),
    icon: Pencil,
    disabled: isLocked,
    unlessSuspended: true,
    act: () => acts.edit(rule),
  }
  const place = (id: 'up' | 'down', to: number) => ({
    id,
    title: t(`routing.${id}`),
    icon: id === 'up' ? ArrowUp : ArrowDown,
    disabled: isLocked || to < 0 || to >= count - 1,
    act: () => acts.move(rule, to),
  })
  const duplicate = {
    id: 'duplicate',
    title: t('routing.duplicate'),
    icon: CopyPlus,
    disabled: isLocked || acts.isFull,
    unlessSuspended: true,
    act: () => acts.duplicate(rule),
  }
  const remove = {
    id: 'remove',
    title: t('routing.remove'),
    icon: Trash2,
    disabled: isLocked,
    unlessSuspended: true,
    act: () => acts.remove(rule),
  }
  const groups = isDefault
    ? [{ items: [edit, ...record] }]
    : [
        { items: [edit, duplicate, ...record] },
        { items: [place('up', index - 1), place('down', index + 1)] },
        { items: [remove] },
      ]
  return <ActionsButton label={t('routing.actionsOf', { name })} groups={groups} />
}

/** Moves the rule with the pointer, or with the arrow keys while it has the focus. */
function Handle({ rule, index, acts, isLocked, drag }: RuleRowProps) {
  const t = useText()
  const handle = useRef<HTMLButtonElement>(null)
  const isStepping = useRef(false)
  // A row that moves in the page loses the focus.
  useLayoutEffect(() => {
    if (isStepping.current) handle.current?.focus()
    isStepping.current = false
  })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return drag.cancel()
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (step === 0) return undefined
    event.preventDefault()
    isStepping.current = true
    return acts.move(rule, index + step)
  }
  return (
    <button
      ref={handle}
      type="button"
      disabled={isLocked}
      aria-label={t('routing.moveRule', { name: rule.name })}
      title={t('routing.moveHint')}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => drag.begin(event, rule, index)}
      onPointerMove={drag.follow}
      onPointerUp={drag.drop}
      onPointerCancel={drag.cancel}
      className="relative z-1 -ml-1 grid size-6 cursor-grab touch-none place-items-center rounded-sm text-ink-3 hover:bg-fill hover:text-ink active:cursor-grabbing max-sm:hidden"
    >
      <Icon of={GripVertical} />
    </button>
  )
}

/** A rule as a sentence: its conditions, and its channels in their order. */
export function RuleRow(props: RuleRowProps) {
  const { rule, index, count, isCatchAll, problems, names, acts, isLocked } = props
  const t = useText()
  const id = useId()
  const now = useMinute()
  const isDefault = index === count - 1
  const name = isDefault ? t('routing.default') : rule.name
  const notes = [optionsText(rule), ...troubles(rule, names, now), isCatchAll ? t('routing.catchAll') : ''].filter(
    (text) => text !== '',
  )
  return (
    <div className="flex items-start gap-2 px-4 py-4">
      {isDefault ? (
        <span className="-ml-1 grid size-6 place-items-center text-ink-3 max-sm:hidden">
          <Icon of={Lock} size={14} />
        </span>
      ) : (
        <Handle {...props} />
      )}
      <span className="min-w-5 pt-0.5 text-right text-sm text-ink-3 tabular-nums">{index + 1}</span>
      <div className="grid min-w-0 flex-1 gap-1 pl-1">
        <div className="flex min-h-6 flex-wrap items-center gap-x-2 gap-y-1">
          <h3 className="font-medium wrap-anywhere">
            <button
              type="button"
              aria-describedby={id}
              disabled={isLocked}
              onClick={() => acts.edit(rule)}
              onPointerEnter={preloadDialog}
              onFocus={preloadDialog}
              className="rounded-sm text-left after:absolute after:inset-0"
            >
              {name}
            </button>
          </h3>
          <Marks {...props} />
        </div>
        <p id={id} className="flex flex-wrap gap-x-3 text-sm">
          <Conditions rule={rule} isLast={isDefault && index > 0} names={names} />
        </p>
        <div className="mt-1.5 grid gap-1.5">
          <ChannelChips rule={rule} names={names} />
          {notes.map((text) => (
            <p key={text} className="text-xs text-ink-3">
              {text}
            </p>
          ))}
          {problems.map((text) => (
            <p key={text} className="flex items-start gap-1.5 text-xs text-bad">
              <Icon of={CircleX} size={12} className="mt-0.5" />
              {text}
            </p>
          ))}
        </div>
      </div>
      <RowMenu {...props} name={name} />
    </div>
  )
}
