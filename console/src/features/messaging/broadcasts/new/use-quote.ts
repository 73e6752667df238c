import { addresses } from '@hongyan/contract/endpoints/addresses'
import type { BroadcastMessage, BroadcastPlan, Quote } from '@hongyan/contract/endpoints/messaging/broadcasts'
import type { AudienceId, QuoteId } from '@hongyan/contract/ids'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { api } from '../../../../api/api.ts'
import { queryClient } from '../../../../api/query-client.ts'
import { isQuoteOf, sameText } from './draft.ts'
import { LOOK_MILLIS, orNull } from './queries.ts'

/** The choices that an estimate is of. */
export interface Wanted {
  readonly audience: AudienceId
  readonly message: BroadcastMessage
  readonly plan: BroadcastPlan
}

export interface QuoteState {
  /** The estimate of what is chosen now; null until there is one. */
  readonly quote: Quote | null
  /** The newest estimate, also of earlier choices, which stays on screen while the next one is counted. */
  readonly shown: Quote | null
  /** Whole percents that are counted. */
  readonly progress: number
  readonly error: unknown
  /** Counts once more, since the estimate no longer holds or failed. */
  readonly again: () => void
}

/** An estimate is asked for once the customer pauses this long. */
const PAUSE = 500

const quoteKey = (id: QuoteId | undefined) => [addresses.quotes.get, id] as const

const isOver = ({ expires_at: end }: Quote): boolean => Date.parse(end) <= Date.now()

/** The estimate of an id, followed while it is counted; null where it is gone. */
export const useStoredQuote = (id: QuoteId | undefined) =>
  useQuery({
    queryKey: quoteKey(id),
    queryFn: id === undefined ? skipToken : ({ signal }) => orNull(api.quotes.get({ params: { id } }, signal)),
    refetchInterval: ({ state }) => (state.data?.state === 'counting' ? LOOK_MILLIS : false),
  }).data

/**
 * The estimate of the choices, whose id the address keeps. One that is of other choices, or has expired, is replaced by
 * a new one.
 */
export function useQuote(wanted: Wanted | null, id: QuoteId | undefined, onQuote: (id: QuoteId) => void): QuoteState {
  const stored = useStoredQuote(id)
  const [failed, setFailed] = useState<{ readonly key: string; readonly error: unknown } | null>(null)
  const [kept, setKept] = useState<Quote | null>(null)
  /** The newest estimate of this page. The server may spell its choices otherwise, and it is of them all the same. */
  const [asked, setAsked] = useState<{ readonly key: string; readonly id: QuoteId } | null>(null)
  const key = wanted === null ? null : sameText(wanted)
  const isOfThese = (quote: Quote): boolean =>
    (asked !== null && asked.key === key && asked.id === quote.id) || (wanted !== null && isQuoteOf(quote, wanted))
  const fits = stored && key !== null && !isOver(stored) && isOfThese(stored) ? stored : null
  // An estimate that could not be counted carries its reason too.
  const ready = fits && fits.state !== 'counting' && (fits.state === 'ready' || fits.reason) ? fits : null
  if (ready && ready !== kept) setKept(ready)

  const isLoading = id !== undefined && stored === undefined
  const isNeeded = key !== null && !fits && !isLoading && failed?.key !== key
  const ask = useEffectEvent(async (signal: AbortSignal): Promise<void> => {
    if (wanted === null || key === null) return
    try {
      const quote = await api.quotes.create({ body: wanted }, signal)
      queryClient.setQueryData(quoteKey(quote.id), quote)
      setAsked({ key, id: quote.id })
      onQuote(quote.id)
    } catch (reason) {
      if (!signal.aborted) setFailed({ key, error: reason })
    }
  })
  /** The choices to ask for, as a text that changes with them. */
  const open = isNeeded ? key : null
  useEffect(() => {
    if (open === null) return undefined
    const ended = new AbortController()
    const timer = setTimeout(() => void ask(ended.signal), PAUSE)
    return () => {
      clearTimeout(timer)
      ended.abort()
    }
  }, [open])

  const again = () => {
    setFailed(null)
    setAsked(null)
    queryClient.setQueryData(quoteKey(id), null)
  }
  const isBroken = fits?.state === 'failed' && fits.reason === null
  const error = failed !== null && failed.key === key ? failed.error : isBroken ? fits : null
  return { quote: ready, shown: ready ?? kept, progress: fits?.progress ?? 0, error, again }
}
