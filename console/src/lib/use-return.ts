import { useEffect, useEffectEvent } from 'react'

/** Calls whenever the tab becomes visible again, until the returned function is called. */
export function onReturn(call: () => void): () => void {
  const onVisibility = () => {
    if (document.visibilityState === 'visible') call()
  }
  document.addEventListener('visibilitychange', onVisibility)
  window.addEventListener('focus', call)
  return () => {
    document.removeEventListener('visibilitychange', onVisibility)
    window.removeEventListener('focus', call)
  }
}

/** Calls `onBack` whenever the tab becomes visible again, while `wanted`. */
export function useReturn(wanted: boolean, onBack: () => void): void {
  const back = useEffectEvent(onBack)
  useEffect(() => (wanted ? onReturn(() => back()) : undefined), [wanted])
}
