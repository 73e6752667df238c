import { useText } from '../../../i18n/text.ts'
import { Moment } from '../../../ui/moment.tsx'

/** The next probe of a degraded channel: the end of its pause, and from then on (null) its next message. */
export function Probe({ at }: { at: string | null }) {
  const t = useText()
  if (at === null) return t('upstreams.probeNext')
  return (
    <>
      {t('upstreams.probe')} <Moment at={at} seconds />
    </>
  )
}
