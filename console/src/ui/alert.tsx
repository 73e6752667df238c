import { lazy, Suspense, type ReactNode } from 'react'

const load = () => import('./alert-layer.tsx')
const AlertLayer = lazy(load)

/** Call when an alert may follow, so that it is there at once. */
export const preloadAlert = (): void => void load()

export interface AlertProps {
  title: string
  /** Above the title, such as a round sign. */
  sign?: ReactNode
  /** What Esc does. */
  onClose: () => void
  /** The buttons: at the end of the foot, on a phone sharing its width. */
  actions: ReactNode
  children: ReactNode
}

/** A word that waits for an answer: nothing closes it but its buttons and Esc (ruling 17). Small on a phone too. */
export function Alert(props: AlertProps) {
  return (
    <Suspense>
      <AlertLayer {...props} />
    </Suspense>
  )
}
