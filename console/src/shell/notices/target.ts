import type { Notice } from '@hongyan/contract/endpoints/account/notices'
import { noticePages, pageOfNotice, recordOfNotice } from '@hongyan/contract/notice-pages'

export interface Target {
  readonly to: string
  readonly params?: { readonly id: string }
  readonly search?: { readonly tab: string }
}

/** The page of a notice, or of the record that it is about, for the router. */
export function targetOf({ kind, values }: Pick<Notice, 'kind' | 'values'>): Target {
  const [record, id] = [recordOfNotice[kind], values['id']]
  if (record !== undefined && id !== undefined) return { to: record, params: { id } }
  const [to, query] = noticePages[pageOfNotice[kind]].split('?')
  const tab = new URLSearchParams(query).get('tab')
  return { to: to ?? '', ...(tab !== null && { search: { tab } }) }
}
