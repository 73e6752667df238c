import type { Phonebook } from '@hongyan/contract/endpoints/messaging/phonebooks'
import { Link } from '@tanstack/react-router'
import { formatNumber, useText } from '../../../../../i18n/text.ts'
import { paths } from '../../../../../lib/paths.ts'
import { ChoiceField } from '../../../../../ui/choice-field.tsx'
import { Note } from '../../../../../ui/note.tsx'
import { Select } from '../../../../../ui/select.tsx'
import { usePhonebooks, useSegments } from '../queries.ts'
import { useOptionSearch } from '../use-option-search.ts'
import { useWizard } from '../wizard.ts'

const NONE = ''
const phonebooksPath: string = paths.phonebooks

/** Chooses a phonebook, and one of its segments. */
export function PhonebookFields() {
  const t = useText()
  const { draft, change } = useWizard()
  const { asked, searchOf } = useOptionSearch()
  const phonebooks = usePhonebooks()
  const found = usePhonebooks(asked)
  const segments = useSegments(draft.phonebook) ?? []
  if (phonebooks === undefined) return <p className="text-sm text-ink-3">{t('ui.loading')}</p>
  if (phonebooks.length === 0) {
    return (
      <Note>
        {t('new.noPhonebook')}{' '}
        <Link to={phonebooksPath} className="text-link">
          {t('new.createPhonebook')}
        </Link>
      </Note>
    )
  }
  const titleOf = ({ name, contacts }: Phonebook) =>
    t('new.phonebookWith', { name, count: contacts, number: formatNumber(contacts) })
  const chosen = phonebooks.find((phonebook) => phonebook.id === draft.phonebook)
  const title = chosen ? titleOf(chosen) : t('new.choosePhonebook')
  const search = searchOf(phonebooks.length, false, title, found === undefined)
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <ChoiceField
        label={t('new.phonebook')}
        name="phonebook"
        options={[
          ...(chosen || search ? [] : [{ value: NONE, title: t('new.choosePhonebook') }]),
          ...(found ?? []).map((phonebook) => ({ value: phonebook.id as string, title: titleOf(phonebook) })),
        ]}
        search={search}
        value={chosen?.id ?? NONE}
        onChange={(value) => {
          change({ phonebook: phonebooks.find((phonebook) => phonebook.id === value)?.id ?? null, segment: null })
        }}
      />
      {segments.length > 0 && (
        <Select
          label={t('new.segment')}
          name="segment"
          options={[
            { value: NONE, title: t('new.everyContact') },
            ...segments.map(({ id: value, name, contacts }) => ({
              value,
              title: t('new.phonebookWith', { name, count: contacts, number: formatNumber(contacts) }),
            })),
          ]}
          value={segments.find((segment) => segment.id === draft.segment)?.id ?? NONE}
          onChange={(value) => change({ segment: segments.find((segment) => segment.id === value)?.id ?? null })}
        />
      )}
    </div>
  )
}
