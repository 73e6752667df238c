import { useEffect, useEffectEvent } from 'react'

/** Calls `onReturn` whenever the tab becomes visible again, while `wanted`. */
export function useReturn(wanted: boolean, onReturn: () => void): void {
  const back = useEffectEvent(onReturn)
  useEffect(() => {
    if (!wanted) return undefined
    const onVisibility = () => {
      if (document.visibilityState === 'visible') back()
    }
    const onFocus = () => back()
    document.addEventListener('visibilitychange', onVisibility)
    window.addEventListener('focus', onFocus)
    return () => {
      document.removeEventListener('visibilitychange', onVisibility)
      window.removeEventListener('focus', onFocus)
    }
  }, [wanted])
}
