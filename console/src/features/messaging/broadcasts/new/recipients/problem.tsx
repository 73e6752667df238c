import { broadcasts as limits } from '@hongyan/contract/limits/broadcasts'
import type { Audience } from '@hongyan/contract/endpoints/messaging/audiences'
import type { AudienceProblem } from '@hongyan/contract/vocabulary/broadcast'
import { ParseResult } from '@hongyan/contract/vocabulary/job'
import { useState } from 'react'
import type { TextId } from '../../../../../i18n/ids.ts'
import { formatNumber, useText } from '../../../../../i18n/text.ts'
import { Button } from '../../../../../ui/button.tsx'
import { RadioCards } from '../../../../../ui/choice.tsx'
import { Note } from '../../../../../ui/note.tsx'
import { useBusy } from '../../../../../ui/use-busy.ts'
import { readRecipients } from '../queries.ts'
import { useWizard } from '../wizard.ts'
import { orderOf, type Resolution } from './order.ts'
import { useHomeCountry } from './source-form.tsx'

/** Specification section 3, "Phonebook/file parse result". */
const resultTitles = {
  [ParseResult.Ok]: 'new.nobody',
  [ParseResult.NotAcceptableType]: 'new.notAcceptable',
  [ParseResult.ParseFileFailed]: 'new.parseFailed',
  [ParseResult.EmptyFile]: 'new.emptyFile',
  [ParseResult.NoValidPhoneNumbers]: 'new.noValid',
} as const satisfies Record<ParseResult, TextId>

const resultTexts = {
  [ParseResult.Ok]: 'new.nobodyText',
  [ParseResult.NotAcceptableType]: 'new.notAcceptableText',
  [ParseResult.ParseFileFailed]: 'new.parseFailedText',
  [ParseResult.EmptyFile]: 'new.emptyFileText',
  [ParseResult.NoValidPhoneNumbers]: 'new.noValidText',
} as const satisfies Record<ParseResult, TextId>

const problemTitles = {
  no_phone_column: 'new.noPhoneColumn',
  two_phone_columns: 'new.twoPhoneColumns',
  duplicate_headers: 'new.duplicateHeads',
  too_many_rows: 'new.tooManyRows',
  too_many_columns: 'new.tooManyColumns',
  unknown_sheet: 'new.unknownSheet',
} as const satisfies Record<AudienceProblem, TextId>

const problemTexts = {
  no_phone_column: 'new.noPhoneColumnText',
  two_phone_columns: 'new.twoPhoneColumnsText',
  duplicate_headers: 'new.duplicateHeadsText',
  too_many_rows: 'new.tooManyRowsText',
  too_many_columns: 'new.tooManyColumnsText',
  unknown_sheet: 'new.unknownSheetText',
} as const satisfies Record<AudienceProblem, TextId>

/** The headings that stand more than once. */
const repeated = (names: readonly string[]): readonly string[] => [
  ...new Set(names.filter((name, at) => names.indexOf(name) !== at)),
]

interface ChooserProps {
  readonly legend: string
  readonly choices: readonly { readonly value: string; readonly title: string; readonly text: string }[]
  readonly onChoose: (value: string) => Promise<void>
}

/** A choice that resolves a problem, and the button that reads the list again by it. */
function Chooser({ legend, choices, onChoose }: ChooserProps) {
  const t = useText()
  const [chosen, setChosen] = useState(choices[0]?.value ?? '')
  const [busy, choose] = useBusy(() => onChoose(chosen))
  return (
    <div className="grid gap-3">
      <RadioCards legend={legend} name="resolution" choices={choices} value={chosen} onChange={setChosen} />
      <div className="flex max-sm:*:flex-1">
        <Button tone="primary" unlessSuspended busy={busy} busyLabel={t('new.checking')} onClick={choose}>
          {t('new.useIt')}
        </Button>
      </div>
    </div>
  )
}

/** The choice that resolves the problem of a list; null where only another list does. */
function Resolving({ audience: { problem, columns, sheets } }: { readonly audience: Audience }) {
  const t = useText()
  const { draft, pasted, setAudience } = useWizard()
  const home = useHomeCountry()
  async function resolve(resolution: Resolution): Promise<void> {
    const order = orderOf(draft, { pasted, home }, resolution)
    setAudience(order === null ? null : (await readRecipients(order)).id)
  }
  if (sheets.length > 1 && (problem === 'unknown_sheet' || problem === null)) {
    return (
      <Chooser
        legend={t('new.sheet')}
        choices={sheets.map((value) => ({ value, title: value, text: '' }))}
        onChoose={(sheet) => resolve({ sheet })}
      />
    )
  }
  if ((problem === 'two_phone_columns' || problem === 'no_phone_column') && columns.length > 0) {
    const byPhones = columns.toSorted((one, other) => other.phones - one.phones)
    const offered = problem === 'two_phone_columns' ? byPhones.filter(({ phones }) => phones > 0) : byPhones
    return (
      <Chooser
        legend={t('new.phoneColumn')}
        choices={offered.map(({ name, sample, phones }) => ({
          value: name,
          title: name,
          text: t('new.columnSample', {
            percent: formatNumber(phones / 100, { style: 'percent' }),
            sample: sample
              .filter((value) => value !== '')
              .slice(0, 2)
              .join(t('new.comma')),
          }),
        }))}
        onChoose={(column) => resolve({ phone_column: column })}
      />
    )
  }
  return null
}

/** The first problem of a list, and how it is resolved here or in the file. Others come after it. */
export function Problem({ audience, onOther }: { readonly audience: Audience; readonly onOther: () => void }) {
  const t = useText()
  const { problem, result, columns } = audience
  const outcome = result ?? ParseResult.ParseFileFailed
  const values = {
    rows: formatNumber(limits.rows),
    columns: formatNumber(limits.columns),
    names: repeated(columns.map(({ name }) => name))
      .map((name) => t('new.quoted', { name }))
      .join(t('new.comma')),
  }
  return (
    <div className="grid gap-4">
      <Note tone="bad" announced title={t(problem === null ? resultTitles[outcome] : problemTitles[problem], values)}>
        {t(problem === null ? resultTexts[outcome] : problemTexts[problem], values)}
      </Note>
      <Resolving audience={audience} />
      <div>
        <Button onClick={onOther}>{t('new.otherRecipients')}</Button>
      </div>
    </div>
  )
}
