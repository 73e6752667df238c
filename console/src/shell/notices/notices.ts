import type { Notice } from '@hongyan/contract/endpoints/account/notices'
import type { NoticeId } from '@hongyan/contract/ids'
import { list as limits } from '@hongyan/contract/limits/screens'
import type { InfiniteData } from '@tanstack/react-query'
import { accountQuery } from '../../api/account.ts'
import { api } from '../../api/api.ts'
import { queryClient } from '../../api/query-client.ts'
import { type List, useList } from '../../api/use-list.ts'
import { showError } from '../../ui/show-error.ts'

interface Page {
  readonly body: readonly Notice[]
  readonly total: number | null
}

const key = [api.notices.list.address]

/** Updates the bell's number without changing when the account is next reloaded. */
function count(unread: number): void {
  const { dataUpdatedAt: updatedAt = 0 } = queryClient.getQueryState(accountQuery.queryKey) ?? {}
  queryClient.setQueryData(accountQuery.queryKey, (now) => now && { ...now, unread_notices: unread }, { updatedAt })
}

async function page(offset: number, signal: AbortSignal): Promise<Page> {
  const { body, total } = await api.notices.list.counted({ query: { limit: limits.limit, offset } }, signal)
  count(body.unread)
  return { body: body.notices, total }
}

/** The notices, newest first. */
export const useNotices = (): List<Notice> => useList({ key, offset: 0, page })

/** Marks one notice as read, or all. */
export async function markRead(id?: NoticeId): Promise<void> {
  try {
    const { unread } = await api.notices.read({ body: id === undefined ? {} : { ids: [id] } })
    count(unread)
    queryClient.setQueryData<InfiniteData<Page>>(key, (data) => data && { ...data, pages: data.pages.map(readIn(id)) })
  } catch (error) {
    showError(error)
  }
}

const readIn =
  (id: NoticeId | undefined) =>
  ({ body, total }: Page): Page => ({
    body: body.map((notice) => (id === undefined || notice.id === id ? { ...notice, read: true } : notice)),
    total,
  })
