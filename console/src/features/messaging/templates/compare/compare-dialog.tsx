import type { Template, TemplateVersion } from '@hongyan/contract/endpoints/messaging/templates'
import { useState } from 'react'
import type { TextId } from '../../../../i18n/ids.ts'
import { useText } from '../../../../i18n/text.ts'
import { cx } from '../../../../ui/cx.ts'
import { Dialog, DialogBody } from '../../../../ui/dialog.tsx'
import { ReviewMark } from '../../../../ui/review/review-status.tsx'
import { Select } from '../../../../ui/select.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { sceneLabels, typeLabels, useLanguageName } from '../labels.ts'
import { useVersions } from '../queries.ts'
import { ContentPair } from './content-pair.tsx'

/** Returns the comparable fields of a version as texts. */
function useFacts(): (version: TemplateVersion) => readonly (readonly [TextId, string])[] {
  const t = useText()
  const languageName = useLanguageName()
  return ({ name, scene, language, signature, industry, usage_note: note, variables, parts }) => [
    ['templates.name', name],
    ['templates.scene', t(sceneLabels[scene])],
    ['templates.language', languageName(language)],
    ['templates.sender', signature?.name ?? t('templates.anySender')],
    ['templates.industry', t(`review.${industry}`)],
    [
      'templates.variables',
      variables
        .map(
          ({ name: variable, type, max_length: max }) =>
            `${variable}: ${t('templates.typeUpTo', { type: t(typeLabels[type]), max })}`,
        )
        .join('\n'),
    ],
    ['templates.usageNote', note],
    ['templates.parts', parts.min === parts.max ? String(parts.min) : `${parts.min}–${parts.max}`],
  ]
}

interface PairProps {
  one: TemplateVersion
  other: TemplateVersion
}

function Pair({ one, other }: PairProps) {
  const t = useText()
  const factsOf = useFacts()
  const [left, right] = [factsOf(one), factsOf(other)]
  const titleOf = ({ version }: TemplateVersion) => t('templates.versionOf', { version })
  return (
    <>
      <ContentPair
        one={{ title: titleOf(one), content: one.content }}
        other={{ title: titleOf(other), content: other.content }}
      />
      <dl className="divide-y divide-line border-y border-line text-sm">
        {left.map(([title, before], index) => {
          const after = right[index]?.[1] ?? ''
          const changed = before !== after
          return (
            <div key={title} className="grid gap-x-3 gap-y-0.5 py-2 sm:grid-cols-2">
              <dt className="text-xs text-ink-3 sm:col-span-2">
                {t(title)}
                {changed && <strong className="ml-2 font-medium text-ink">{t('templates.changed')}</strong>}
              </dt>
              <dd
                className={cx(
                  'wrap-anywhere whitespace-pre-line',
                  changed ? 'line-through decoration-bad' : 'text-ink-2',
                )}
              >
                {before === '' ? '–' : before}
              </dd>
              <dd
                className={cx(
                  'wrap-anywhere whitespace-pre-line',
                  changed ? 'font-medium' : 'text-ink-2 max-sm:hidden',
                )}
              >
                {after === '' ? '–' : after}
              </dd>
            </div>
          )
        })}
      </dl>
    </>
  )
}

interface ChoiceProps {
  label: string
  versions: readonly TemplateVersion[]
  value: TemplateVersion
  onChange: (version: number) => void
}

function VersionChoice({ label, versions, value, onChange }: ChoiceProps) {
  const t = useText()
  return (
    <div className="grid gap-1.5">
      <Select
        label={label}
        options={versions.map(({ version }) => ({
          value: String(version),
          title: t('templates.versionOf', { version }),
        }))}
        value={String(value.version)}
        onChange={(version) => onChange(Number(version))}
      />
      <ReviewMark status={value.status} />
    </div>
  )
}

/** Two versions side by side, at first the newest and the one before it. */
export default function CompareDialog({ template, onClose }: { template: Template; onClose: () => void }) {
  const t = useText()
  const versions = useVersions(template.id)
  const [chosen, setChosen] = useState<{ one?: number; other?: number }>({})
  const find = (version: number | undefined, instead: number) =>
    versions?.find((each) => each.version === version) ?? versions?.[instead] ?? versions?.[0]
  const one = find(chosen.one, 1)
  const other = find(chosen.other, 0)
  return (
    <Dialog title={t('templates.compareOf', { name: template.name })} open onClose={onClose} wide="double">
      <DialogBody>
        {versions === undefined || one === undefined || other === undefined ? (
          <Skeleton label={t('ui.loading')} />
        ) : (
          <>
            <div className="grid grid-cols-2 gap-3">
              <VersionChoice
                label={t('templates.before')}
                versions={versions}
                value={one}
                onChange={(version) => setChosen({ ...chosen, one: version })}
              />
              <VersionChoice
                label={t('templates.after')}
                versions={versions}
                value={other}
                onChange={(version) => setChosen({ ...chosen, other: version })}
              />
            </div>
            <Pair one={one} other={other} />
          </>
        )}
      </DialogBody>
    </Dialog>
  )
}
