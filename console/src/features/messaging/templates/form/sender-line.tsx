import type { SenderRule } from '@hongyan/contract/endpoints/messaging/sender-rules'
import type { MessageScene } from '@hongyan/contract/vocabulary/message'
import type { Replacement } from '@hongyan/contract/vocabulary/sender-rule'
import { TriangleAlert } from 'lucide-react'
import { gap } from '../../../../i18n/gap.ts'
import type { TextId } from '../../../../i18n/ids.ts'
import { useText } from '../../../../i18n/text.ts'
import { cx } from '../../../../ui/cx.ts'
import { Icon } from '../../../../ui/icon.tsx'
import { useSenderRule } from '../queries.ts'
import type { SenderTo } from './sender-to.ts'

const replacementTitles: Readonly<Record<Replacement, TextId>> = {
  'short code': 'templates.shortCode',
  'random short code': 'templates.randomShortCode',
  'random short code or long number': 'templates.randomCodeOrNumber',
  'random local number': 'templates.randomLocalNumber',
  'local number or short code': 'templates.localNumberOrCode',
  'generic name': 'templates.genericName',
}

const isReplacement = (value: string): value is Replacement => value in replacementTitles

/** The sender as recipients see it. */
function useShown(): (name: string | null, shown: SenderRule['sender']) => string {
  const t = useText()
  return (name, { kind, value }) => {
    if (kind === 'name') return t('templates.fromName', { name: value })
    if (kind === 'shared_number') return t('templates.fromNumber', { number: value })
    if (kind === 'short_code') return t('templates.fromCode', { number: value })
    if (kind === 'replaced')
      return t('templates.fromOther', { sender: isReplacement(value) ? t(replacementTitles[value]) : value })
    return name === null
      ? t('templates.fromCarrier', { number: value })
      : t('templates.fromCarrierNamed', { number: value, name })
  }
}

const nameTexts = {
  yes: 'templates.namesShown',
  registered: 'templates.namesRegistered',
  no: 'templates.namesNever',
} as const satisfies Record<SenderRule['alpha'], TextId>

const registrationTexts = {
  none: null,
  sender: null, // the text about names says it
  'sender+template': 'templates.registerBoth',
  campaign: 'templates.registerCampaign',
  'sender for local traffic': 'templates.registerLocal',
} as const satisfies Record<SenderRule['registration'], TextId | null>

/** The country's rule: the doubt about it first, else names, then the registration that it asks for. */
function textsOf({ alpha, registration, confidence, sender: { kind, warning } }: SenderRule): readonly TextId[] {
  const registered = registrationTexts[registration]
  const rest = registered === null ? [] : [registered]
  if (kind === 'mainland') return rest
  if (confidence === 'low' || warning === 'uncertain') return ['templates.namesUncertain']
  if (warning === 'not_alphanumeric') return ['templates.namesAlphanumeric']
  if (warning === 'may_be_replaced') return ['templates.namesReplaced', ...rest]
  return [nameTexts[alpha], ...rest]
}

function Texts({ texts, warns }: { texts: readonly TextId[]; warns: boolean }) {
  const t = useText()
  return (
    <span className={cx('flex gap-1.5', warns ? 'text-warn' : 'text-ink-3')}>
      {warns && <Icon of={TriangleAlert} size={12} className="mt-0.5" />}
      <span>
        {texts.map((text) => (
          <span key={text}>
            {t(text)}
            {gap()}
          </span>
        ))}
      </span>
    </span>
  )
}

/** The text that operators of the country add to the messages of a scene. */
function AddedText({ rule, scene }: { rule: SenderRule; scene: MessageScene }) {
  const t = useText()
  const added = rule.operator_text.find((each) => each.scene === scene)
  if (added === undefined) return null
  const text = [added.before, added.after]
    .map((one) => one.trim())
    .join(' ')
    .trim()
  return <span className="text-ink-3">{t('templates.operatorText', { text })}</span>
}

/** Shows the sender as recipients of a country see it, with the country's rule. A warning refuses nothing. */
export function SenderLine({ iso2, sender, scene }: { iso2: string; sender: SenderTo; scene: MessageScene }) {
  const shown = useShown()
  const name = 'name' in sender ? sender.name : null
  const rule = useSenderRule(iso2, name)
  return (
    <span className="grid min-h-9 content-start gap-0.5 text-xs">
      {'refused' in sender ? (
        <Texts texts={[sender.refused]} warns />
      ) : (
        rule && (
          <>
            <span className="wrap-anywhere text-ink-2">{shown(name, rule.sender)}</span>
            <Texts texts={textsOf(rule)} warns={rule.sender.warning !== null || rule.confidence === 'low'} />
          </>
        )
      )}
      {rule && <AddedText rule={rule} scene={scene} />}
      {rule === null && 'name' in sender && <Texts texts={['templates.noRule']} warns={name !== null} />}
    </span>
  )
}
