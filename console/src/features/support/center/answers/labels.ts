import type { Answer } from '@hongyan/contract/endpoints/support/answers'
import type { AnswerKind } from '@hongyan/contract/vocabulary/support'
import { BookOpen, CircleAlert, FileText, MessageSquare, TriangleAlert, type LucideIcon } from 'lucide-react'
import type { TextId } from '../../../../i18n/ids.ts'
import type { useText } from '../../../../i18n/text.ts'
import { paths } from '../../../../lib/paths.ts'
import { nav } from '../../../../shell/nav.ts'
import { isGroup } from '../../../../ui/nav-tree.ts'

interface Look {
  readonly icon: LucideIcon
  readonly title: TextId
  /** The label of the link to the page to go on with. */
  readonly open: TextId
}

export const answerLooks: Readonly<Record<AnswerKind, Look>> = {
  article: { icon: FileText, title: 'answers.article', open: 'answers.openArticle' },
  doc: { icon: BookOpen, title: 'answers.doc', open: 'answers.openDoc' },
  error: { icon: CircleAlert, title: 'answers.error', open: 'answers.openError' },
  message: { icon: MessageSquare, title: 'answers.message', open: 'answers.openMessage' },
  incident: { icon: TriangleAlert, title: 'answers.incident', open: 'answers.openIncident' },
}

/** The titles of the pages of the menu by their paths. */
const pageTitles: ReadonlyMap<string, TextId> = new Map<string, TextId>([
  ...nav.flatMap((item) => (isGroup(item) ? item.pages : [item])).map(({ path, title }) => [path, title] as const),
  [paths.settings, 'shell.settings'],
])

/** The label of the link to the page of an answer: an article leads to a page by its title. */
export function openText({ kind, path }: Answer, t: ReturnType<typeof useText>): string {
  const page =
    kind === 'article' && path !== null ? pageTitles.get(new URL(path, 'https://console.invalid').pathname) : undefined
  return page === undefined ? t(answerLooks[kind].open) : t('answers.openPage', { page: t(page) })
}

/** The search parameters of the form for a ticket that an answer leads to. */
export type TicketLink = Readonly<Record<string, string>>

/** The link to the form for a ticket, with what an answer says about it. */
export function ticketLinkOf({ kind, id, category }: Answer): TicketLink {
  return {
    ...(category !== null && { category }),
    ...(kind === 'message' && { about: `message:${id}` }),
    ...(kind === 'error' && { code: id }),
  }
}
