import { lazy, Suspense } from 'react'
import type { AlertProps } from './alert-layer.tsx'

const load = () => import('./alert-layer.tsx')
const AlertLayer = lazy(load)

/** Call when an alert may follow, so that it is there at once. */
export const preloadAlert = (): void => void load()

/** A word that waits for an answer: nothing closes it but its buttons and Esc (ruling 17). Small on a phone too. */
export function Alert(props: AlertProps) {
  return (
    <Suspense>
      <AlertLayer {...props} />
    </Suspense>
  )
}
