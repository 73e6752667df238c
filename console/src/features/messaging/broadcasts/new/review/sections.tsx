import type { LeftOutReason } from '@hongyan/contract/vocabulary/broadcast'
import type { Quote } from '@hongyan/contract/endpoints/messaging/broadcasts'
import type { TextId } from '../../../../../i18n/ids.ts'
import { formatNumber, useText } from '../../../../../i18n/text.ts'
import { Tag } from '../../../../../ui/tag.tsx'
import { Bubble } from '../message/bubble.tsx'
import { sceneTitles } from '../message/content-fields.tsx'
import { Parts } from '../message/parts.tsx'
import { leftOutFile } from '../queries.ts'
import { Counts } from '../recipients/counts.tsx'
import { sourceName } from '../recipients/recipients-step.tsx'
import { PlanFacts } from '../when/facts.tsx'
import { Waiting } from '../when/waiting.tsx'
import { useWizard } from '../wizard.ts'
import { leftOutOf } from './left-out.ts'
import { Section } from './section.tsx'

const reasonTitles = {
  invalid: 'new.invalid',
  scientific: 'new.scientific',
  duplicate: 'new.duplicates',
  landline: 'new.landline',
  too_long: 'new.tooLong',
  opted_out: 'new.optedOut',
  blocked: 'new.blocked',
  country: 'new.blockedCountry',
  no_price: 'new.noPrice',
  value_missing: 'new.valuesMissing',
  value_invalid: 'new.valuesInvalid',
  text_too_long: 'new.textTooLong',
  unreached: 'new.unreached',
  never_open: 'new.neverOpen',
} as const satisfies Record<LeftOutReason, TextId>

function Recipients({ quote }: { readonly quote: Quote }) {
  const t = useText()
  const { audience, open } = useWizard()
  const leftOut = leftOutOf(audience?.counts ?? null, quote.left_out)
  const left = leftOut.reduce((sum, { recipients }) => sum + recipients, 0)
  return (
    <Section title={t('new.recipients')} onEdit={() => open('recipients')}>
      <p className="font-medium">{t('new.people', { count: quote.recipients })}</p>
      {audience && (
        <p className="text-sm wrap-anywhere text-ink-3">
          {t('new.sourceRows', { source: sourceName(audience), count: audience.counts.rows })}
        </p>
      )}
      <div className="mt-2 grid grid-cols-1 gap-1.5 empty:hidden">
        <Counts
          counts={leftOut.map(({ reason, recipients }) => ({ title: reasonTitles[reason], count: recipients }))}
        />
        {left > 0 && (
          <p className="text-sm">
            <a href={leftOutFile(quote.audience, quote.scene, quote.message.unreached)} download className="text-link">
              {t('new.leftOut', { count: left })}
            </a>
          </p>
        )}
      </div>
    </Section>
  )
}

function Message({ quote }: { readonly quote: Quote }) {
  const t = useText()
  const { template, sender, draft, open } = useWizard()
  const [first] = quote.previews
  const name = template?.signature?.name ?? sender?.name
  return (
    <Section title={t('new.message')} onEdit={() => open('message')}>
      <div className="grid grid-cols-1 gap-3">
        <p className="flex flex-wrap gap-1.5">
          {name !== undefined && <Tag>{name}</Tag>}
          {template && (
            <Tag>
              <span className="max-w-56 truncate">{template.name}</span>
              {template.version !== null && ` v${formatNumber(template.version)}`}
            </Tag>
          )}
          <Tag>{t(sceneTitles[quote.scene])}</Tag>
        </p>
        <div className="max-w-[390px]">
          <Bubble
            content={first === undefined ? null : (template?.content ?? null)}
            text={first?.text ?? template?.content ?? draft.text}
            language={template?.language}
          />
        </div>
        <Parts quote={quote} />
      </div>
    </Section>
  )
}

/** The choices of the broadcast, each with the way back to it. */
export function Sections({ quote }: { readonly quote: Quote }) {
  const t = useText()
  const { open } = useWizard()
  return (
    <div className="divide-y divide-line rounded-lg border border-line bg-raised">
      <Recipients quote={quote} />
      <Message quote={quote} />
      <Section title={t('new.when')} onEdit={() => open('when')}>
        <PlanFacts plan={quote.plan} scene={quote.scene} quote={quote} />
        <Waiting quote={quote} className="mt-2 text-sm text-ink-2" />
      </Section>
    </div>
  )
}
