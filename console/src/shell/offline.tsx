import { onlineManager, useQueryClient } from '@tanstack/react-query'
import { CircleX } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { reloadAccount } from '../api/reload-account.ts'
import { useText } from '../i18n/text.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { showError } from '../ui/show-error.ts'

const useOnline = (): boolean =>
  useSyncExternalStore(
    (changed) => onlineManager.subscribe(changed),
    () => onlineManager.isOnline(),
  )

/** Reaching the server proves the browser wrong that says there is no network; what waited for one then goes on. */
async function reachServer(): Promise<void> {
  await fetch('/healthz', { cache: 'no-store' })
  onlineManager.setOnline(true)
}

/** Says that there is no connection for as long as that is so, and asks for the account anew when it is over. */
export function Offline() {
  const t = useText()
  const client = useQueryClient()
  const online = useOnline()
  const [trying, setTrying] = useState(false)
  useEffect(() => (online ? undefined : () => void reloadAccount(client)), [online, client])

  const tryAgain = async () => {
    setTrying(true)
    await reachServer().catch(showError)
    setTrying(false)
  }
  return online ? null : (
    <Banner
      tone="warn"
      icon={CircleX}
      title={t('shell.offline')}
      action={
        <Button size="row" busy={trying} onClick={() => void tryAgain()}>
          {t('ui.tryAgain')}
        </Button>
      }
    >
      {t('shell.offlineText')}
    </Banner>
  )
}
