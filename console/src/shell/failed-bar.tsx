import type { ReactNode } from 'react'
import { signOut } from '../api/sign-out.ts'
import { useText } from '../i18n/text.ts'
import { Appearance } from '../ui/appearance.tsx'
import { Button } from '../ui/button.tsx'

/** The bar while the account fails to load: what needs no account. */
export default function FailedBar(): ReactNode {
  const t = useText()
  return (
    <div className="ml-auto flex items-center gap-2">
      <Appearance />
      <Button size="small" onClick={() => void signOut()}>
        {t('shell.signOut')}
      </Button>
    </div>
  )
}
