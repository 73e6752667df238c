import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../../../../i18n/text.ts'
import { IconButton } from '../../../../ui/button.tsx'
import { FieldError } from '../../../../ui/field.tsx'
import { useFieldError } from '../../../../ui/form.tsx'
import { type AboutRecord, AboutText } from '../about-text.tsx'
import { kindTitles } from '../labels.ts'

function Chip({ removeLabel, onRemove, children }: { removeLabel: string; onRemove: () => void; children: ReactNode }) {
  return (
    <li className="inline-flex max-w-full items-center gap-1.5 rounded-md border border-line-strong bg-well py-1 pr-1 pl-2.5 text-sm">
      <span className="min-w-0">{children}</span>
      <IconButton icon={X} label={removeLabel} onClick={onRemove} />
    </li>
  )
}

interface AboutChipsProps {
  about: AboutRecord | null
  code: string | null
  onRemoveAbout: () => void
  onRemoveCode: () => void
}

/** The record and the error that a link to the form named. Both can be taken away. */
export function AboutChips({ about, code, onRemoveAbout, onRemoveCode }: AboutChipsProps) {
  const t = useText()
  const error = useFieldError('about')
  if (about === null && code === null) return null
  return (
    <div className="grid gap-1.5">
      <span className="text-sm font-medium">{t('center.about')}</span>
      <ul className="flex flex-wrap gap-2">
        {about !== null && (
          <Chip removeLabel={t('center.removeAbout', { kind: t(kindTitles[about.kind]) })} onRemove={onRemoveAbout}>
            <AboutText about={about} />
          </Chip>
        )}
        {code !== null && (
          <Chip removeLabel={t('center.removeCode')} onRemove={onRemoveCode}>
            {t('center.errorCode')} <span className="font-mono text-xs">{code}</span>
          </Chip>
        )}
      </ul>
      {error !== undefined && <FieldError>{error}</FieldError>}
    </div>
  )
}
