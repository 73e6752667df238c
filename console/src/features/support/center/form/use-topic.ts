import { AccountStatus } from '@hongyan/contract/vocabulary/account'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useAccount } from '../../../../api/account.ts'
import { paths } from '../../../../lib/paths.ts'
import { readNewTicketSearch } from '../search.ts'
import { type Topic, topicAfter, topicOf } from './topic.ts'

/** The topic that the address names at first. A changed address and the owner change it; what is typed stays. */
export function useTopic() {
  const search = useSearch({ from: paths.supportNew })
  const isSuspended = useAccount().config.acct_status === AccountStatus.Suspended
  const named = readNewTicketSearch(search)
  const [state, setState] = useState({ search, topic: topicOf(named, isSuspended) })
  if (state.search !== search) setState({ search, topic: topicAfter(state.topic, topicOf(named, isSuspended)) })
  const change = (part: Partial<Topic>) => setState(({ topic }) => ({ search, topic: { ...topic, ...part } }))
  return { ...state.topic, change, isSuspended, namesAppeal: named.category === 'appeal' }
}
