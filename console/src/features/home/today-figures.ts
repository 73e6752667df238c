import type { TextId } from '../../i18n/ids.ts'
import type { Figures } from './figures.ts'

export interface TodayFigure {
  readonly today: number | null
  readonly diff: number | null
  readonly average: number | null
}

interface TodayCard {
  readonly title: TextId
  /** A rate is shown in percent and changes by percentage points. */
  readonly rate?: boolean
  readonly of: (figures: Figures) => TodayFigure
}

/** The four cards, in the specification's order. */
export const todayCards: readonly TodayCard[] = [
  {
    title: 'home.today.messages',
    of: (all) => ({ today: all.today_msg_cnt, diff: all.diff_msg_cnt, average: all.avg_msg_cnt }),
  },
  {
    title: 'home.today.deliveries',
    of: (all) => ({ today: all.today_succ_msg_cnt, diff: all.diff_succ_msg_cnt, average: all.avg_succ_msg_cnt }),
  },
  {
    title: 'home.today.recipients',
    of: (all) => ({ today: all.today_to_cnt, diff: all.diff_to_cnt, average: all.avg_to_cnt }),
  },
  {
    title: 'home.today.rate',
    rate: true,
    of: (all) => ({ today: all.today_dr, diff: all.diff_dr, average: all.avg_dr }),
  },
]
