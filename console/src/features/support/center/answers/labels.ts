import type { Answer } from '@hongyan/contract/endpoints/support/answers'
import type { AnswerKind } from '@hongyan/contract/vocabulary/support'
import { BookOpen, CircleAlert, FileText, MessageSquare, TriangleAlert, type LucideIcon } from 'lucide-react'
import type { TextId } from '../../../../i18n/ids.ts'

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
