import type { Audience } from '@hongyan/contract/endpoints/messaging/audiences'
import { formatNumber, useText } from '../../../../../i18n/text.ts'
import { Button } from '../../../../../ui/button.tsx'
import { Progress } from '../../../../../ui/progress.tsx'

/** Whole quarters are announced; every percent would be noise. */
const QUARTER = 25

interface ReadingProps {
  readonly audience: Audience
  readonly title: string
  readonly onOther: () => void
}

/** A list while it is read. The server goes on when the page is left, and the tab finds it again. */
export function Reading({ audience: { progress, counts }, title, onOther }: ReadingProps) {
  const t = useText()
  const percentOf = (percent: number) => formatNumber(percent / 100, { style: 'percent' })
  return (
    <div className="grid gap-4">
      <div className="grid gap-1">
        <p className="font-medium wrap-anywhere">{t('new.reading', { name: title })}</p>
        <p className="text-sm text-ink-2">{t('new.readingText')}</p>
      </div>
      <Progress
        label={t('new.reading', { name: title })}
        done={progress}
        of={100}
        text={t('new.readingOf', { percent: percentOf(progress), count: counts.rows })}
      />
      <p role="status" className="sr-only">
        {t('new.readingSpoken', { percent: percentOf(Math.floor(progress / QUARTER) * QUARTER) })}
      </p>
      <div>
        <Button size="small" onClick={onOther}>
          {t('new.otherRecipients')}
        </Button>
      </div>
    </div>
  )
}
