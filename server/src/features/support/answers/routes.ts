import { supportAnswers } from '@hongyan/contract/endpoints/support/answers'
import { implement, type Route } from '../../../http/implement.ts'
import { type AnswerDeps, search, suggest } from './service.ts'

export const answerRoutes = (deps: AnswerDeps): readonly Route[] =>
  implement(supportAnswers, {
    search: ({ caller: { account }, query: { q }, locale }) => search(deps, account, q, locale),
    suggest: async ({ caller: { account }, body: { message_ids: messageIds, code, ...written }, locale }) => {
      const { answers, tickets } = await suggest(deps, account, { ...written, messageIds, code }, locale)
      return { answers, tickets: tickets.map(({ id, no, subject, state }) => ({ id, no, subject, state })) }
    },
  })
