import { lazy, Suspense } from 'react'
import type { AlertProps } from './alert-layer.tsx'

const load = () => import('./alert-layer.tsx')
const AlertLayer = lazy(load)

/** Loads the alert's code. Call when an alert is likely. */
export const preloadAlert = (): void => void load()

/** A message that needs an answer. Only its buttons and Esc close it (ruling 17). Small on a phone too. */
export function Alert(props: AlertProps) {
  return (
    <Suspense>
      <AlertLayer {...props} />
    </Suspense>
  )
}
