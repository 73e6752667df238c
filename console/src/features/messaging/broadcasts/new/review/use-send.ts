import { addresses } from '@hongyan/contract/endpoints/addresses'
import type { Quote } from '@hongyan/contract/endpoints/messaging/broadcasts'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../../../../api/api.ts'
import { queryClient } from '../../../../../api/query-client.ts'
import { t as textNow } from '../../../../../i18n/text.ts'
import { ApiError } from '../../../../../lib/api-error.ts'
import { keepInTab } from '../../../../../lib/tab-storage.ts'
import { toast } from '../../../../../ui/toasts.ts'
import { draftKey, readWhole } from '../draft.ts'
import { broadcastPath } from '../queries.ts'
import { useWizard } from '../wizard.ts'
import type { Answers } from './confirmation.ts'

/** Errors after which the estimate is counted once more. */
const OUTDATED: ReadonlySet<string> = new Set(['recipients_changed', 'balance_insufficient', 'quote_not_ready'])

/** Makes the broadcast of an estimate and opens its page. */
export function useSend({ id, scene, plan }: Quote, name: string) {
  const navigate = useNavigate()
  const { quote } = useWizard()
  /** True once the server has named an earlier broadcast like this one. */
  const [isRepeated, setRepeated] = useState(false)

  async function send({ consented, typed, repeats }: Answers): Promise<void> {
    const recipients = readWhole(typed)
    try {
      const made = await api.broadcasts.create({
        body: {
          name,
          quote: id,
          ...(scene === MessageScene.Marketing && { consented }),
          ...(recipients !== null && { recipients }),
          ...(repeats && { repeat: true }),
        },
      })
      keepInTab(draftKey, '')
      queryClient.setQueryData([addresses.broadcasts.get, made.id], made)
      await queryClient.invalidateQueries({ queryKey: [addresses.broadcasts.list] })
      toast('ok', textNow(plan.time === 'now' ? 'new.started' : 'new.scheduled'))
      await navigate({ to: broadcastPath(made.id), replace: true })
    } catch (error) {
      if (error instanceof ApiError) {
        if (error.code === 'duplicate_broadcast') return setRepeated(true)
        if (OUTDATED.has(error.code ?? '')) quote.again()
      }
      throw error
    }
    return undefined
  }
  return { send, isRepeated }
}
