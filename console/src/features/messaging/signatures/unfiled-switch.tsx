import { addresses } from '@hongyan/contract/endpoints/addresses'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/api.ts'
import { queryClient } from '../../../api/query-client.ts'
import { t as textNow, useText } from '../../../i18n/text.ts'
import { Switch } from '../../../ui/choice.tsx'
import { showError } from '../../../ui/show-error.ts'
import { toast } from '../../../ui/toasts.ts'

const queryKey = [addresses.configuration.filing]

/** Has approved mainland messages tried at carriers that have not filed them yet. */
export function UnfiledSwitch() {
  const t = useText()
  const { data } = useQuery({ queryKey, queryFn: ({ signal }) => api.configuration.filing({}, signal) })
  const [wanted, setWanted] = useState<boolean | null>(null)
  const save = async (sends: boolean) => {
    setWanted(sends)
    try {
      queryClient.setQueryData(queryKey, await api.configuration.saveFiling({ body: { send_unfiled: sends } }))
      toast('ok', textNow(sends ? 'signatures.unfiledOn' : 'signatures.unfiledOff'))
    } catch (error) {
      showError(error)
    }
    setWanted(null)
  }
  return (
    <div className="mb-4 grid gap-1 text-sm">
      <Switch
        checked={wanted ?? data?.send_unfiled ?? false}
        disabled={data === undefined || wanted !== null}
        onChange={({ target }) => void save(target.checked)}
      >
        {t('signatures.unfiled')}
      </Switch>
      <p className="text-ink-3">{t('signatures.unfiledText')}</p>
    </div>
  )
}
