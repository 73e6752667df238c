import { useSearch } from '@tanstack/react-router'
import { useText } from '../../../../i18n/text.ts'
import { paths } from '../../../../lib/paths.ts'
import { PageHeader } from '../../../../ui/page-header.tsx'
import { aboutOf, readNewTicketSearch } from '../search.ts'
import { categoryAbout } from './draft.ts'
import { TicketForm } from './ticket-form.tsx'

/** The form of a ticket, with the record and the error that a link named. */
export function NewTicketPage() {
  const t = useText()
  const { about: named, code, request, category } = readNewTicketSearch(useSearch({ from: paths.supportNew }))
  const record = named === undefined ? null : aboutOf(named)
  const about = record ?? (request === undefined ? null : { kind: 'request' as const, id: request })
  const isAppeal = category === 'appeal'
  return (
    <>
      <PageHeader
        title={t(isAppeal ? 'center.appealTitle' : 'center.newTitle')}
        description={t(isAppeal ? 'center.appealText' : 'center.newText')}
        crumbs={[{ title: t('center.title'), path: paths.support }]}
      />
      <TicketForm
        key={`${category} ${named} ${code} ${request}`}
        beginning={{ category: category ?? categoryAbout(about), about, code: code ?? null }}
      />
    </>
  )
}
