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

/** Resumes paused requests once the server answers, whatever the browser reports about the network. */
async function reachServer(): Promise<void> {
  await fetch('/healthz', { cache: 'no-store' })
  onlineManager.setOnline(true)
}

/** Shows a banner while there is no connection, and reloads the account afterwards. */
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
