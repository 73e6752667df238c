import { MINUTE } from '@hongyan/contract/durations'
import { cashback as campaign } from '@hongyan/contract/limits/finance'
import { formatDate, useText } from '../../../i18n/text.ts'
import { useMinute } from '../../../lib/use-minute.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../../ui/dialog.tsx'
import { Note } from '../../../ui/note.tsx'
import { moneyText } from './amount.ts'
import { isOver, lastMoment } from './cashback.ts'
import { TwoColumns } from './two-columns.tsx'

const rules = [
  'top-up.rule1',
  'top-up.rule2',
  'top-up.rule3',
  'top-up.rule4',
  'top-up.rule5',
  'top-up.rule6',
  'top-up.rule7',
  'top-up.rule8',
  'top-up.rule9',
  'top-up.rule10',
] as const

export const minutes = campaign.creditedWithin / MINUTE

/** The tiers and rules of the campaign, in Beijing time. After its end the dialog says so first (ruling 5). */
export function CashbackDialog({ until, open, onClose }: { until: string; open: boolean; onClose: () => void }) {
  const t = useText()
  const over = isOver(until, useMinute().getTime())
  const date = formatDate(lastMoment(until), { dateStyle: 'long', timeZone: 'Asia/Shanghai' })
  const rows = campaign.tiers.map(
    ({ from, min, max }) =>
      [t('top-up.cashbackAtLeast', { amount: moneyText(from, 'CNY', 0) }), `¥${min}~${max}`] as const,
  )
  return (
    <Dialog title={t('top-up.cashbackTitle')} open={open} onClose={onClose} wide>
      <DialogBody>
        {over && <Note tone="warn">{t('top-up.cashbackOver', { date })}</Note>}
        <TwoColumns head={[t('top-up.cashbackFrom'), t('top-up.cashbackBrings')]} rows={rows} />
        <section className="grid gap-2">
          <h3 className="text-sm font-medium">{t('top-up.rules')}</h3>
          <ol className="grid list-decimal gap-1.5 pl-6 text-sm text-ink-2">
            {rules.map((rule) => (
              <li key={rule}>{t(rule, { date, minutes })}</li>
            ))}
          </ol>
        </section>
      </DialogBody>
      <DialogFoot>
        <Button tone="primary" onClick={onClose}>
          {t('top-up.gotIt')}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
