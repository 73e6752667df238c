import type { Upstream } from '@hongyan/contract/endpoints/messaging/upstreams'
import { useState } from 'react'
import { api } from '../../../../api/api.ts'
import { joined } from '../../../../i18n/joined.ts'
import { useText } from '../../../../i18n/text.ts'
import { ApiError } from '../../../../lib/api-error.ts'
import { ConfirmByName } from '../../../../ui/confirm-by-name.tsx'
import { FieldError } from '../../../../ui/field.tsx'
import { deleteAsk, doneText } from '../../../../ui/record-texts.ts'
import { toast } from '../../../../ui/toasts.ts'
import { isOwn } from '../labels.ts'
import { reloadChannels } from '../queries.ts'

/** The refusals that say what to do before the channel can be deleted. */
const REASONS = ['upstream_in_use', 'upstream_busy']

/** The rules that name the channel, from the refusal to delete it. */
function rulesOf({ details }: ApiError): readonly string[] {
  if (typeof details !== 'object' || details === null || !('rules' in details)) return []
  return Array.isArray(details.rules) ? details.rules.map(String) : []
}

/** A channel that may have carried messages is deleted by its name (screens S0). */
const mayHaveCarried = ({ state }: Upstream): boolean => state !== 'draft' && state !== 'testing'

interface RemoveAlertProps {
  row: Upstream
  onGone: () => void
  onClose: () => void
}

/** Asks before a channel is deleted with its credentials and mappings. */
export default function RemoveAlert({ row, onGone, onClose }: RemoveAlertProps) {
  const t = useText()
  const { name } = row
  const [reason, setReason] = useState<{ text: string; rules: readonly string[] } | null>(null)
  const remove = async (): Promise<void> => {
    if (!isOwn(row)) return
    try {
      await api.upstreams.remove({ params: { id: row.id } })
    } catch (error) {
      if (!(error instanceof ApiError) || !REASONS.some((code) => code === error.code)) throw error
      setReason({ text: error.message, rules: rulesOf(error) })
      return
    }
    toast('ok', doneText('deleted', 'upstreams.entity'))
    onGone()
    await reloadChannels()
  }
  return (
    <ConfirmByName
      title={deleteAsk('upstreams.entity', name)}
      name={mayHaveCarried(row) ? name : null}
      nameLabel={t('upstreams.typeName', { name })}
      confirm={t('upstreams.remove')}
      confirming={t('upstreams.removing')}
      onConfirm={remove}
      onClose={onClose}
      below={
        reason !== null && (
          <div role="alert" className="mt-3">
            <FieldError>
              <span>
                {reason.text} {reason.rules.length > 0 && t('upstreams.usedBy', { rules: joined(reason.rules) })}
              </span>
            </FieldError>
          </div>
        )
      }
    >
      {t('upstreams.removeText')}
    </ConfirmByName>
  )
}
