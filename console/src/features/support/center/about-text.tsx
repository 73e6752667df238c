import type { About } from '@hongyan/contract/endpoints/support/tickets'
import { Link } from '@tanstack/react-router'
import { useText } from '../../../i18n/text.ts'
import { kindTitles } from './labels.ts'
import { pageOf } from './record-page.ts'

/** A record of the account that a ticket is about. */
export type AboutRecord = About

/** The kind and id of a record, with a link to its page where it has one. */
export function AboutText({ about }: { about: About }) {
  const t = useText()
  const page = pageOf(about)
  const id = <span className="font-mono text-xs break-all">{about.id}</span>
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-1.5">
      <span>{t(kindTitles[about.kind])}</span>
      {page === null ? (
        id
      ) : (
        <Link {...page} className="text-link">
          {id}
        </Link>
      )}
    </span>
  )
}
