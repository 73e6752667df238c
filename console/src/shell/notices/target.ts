import { noticePages, pageOfNotice } from '@hongyan/contract/notice-pages'
import type { NoticeKind } from '@hongyan/contract/vocabulary/notice'

export interface Target {
  readonly to: string
  readonly search?: { readonly tab: string }
}

/** The page of a notice, for the router. */
export function targetOf(kind: NoticeKind): Target {
  const [to, query] = noticePages[pageOfNotice[kind]].split('?')
  const tab = new URLSearchParams(query).get('tab')
  return { to: to ?? '', ...(tab !== null && { search: { tab } }) }
}
