import type { DayCount } from '@hongyan/contract/endpoints/messaging/statistics'
import type { TextId } from '../../i18n/ids.ts'
import { type Figures, rate } from './figures.ts'

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
  /** The figure of yesterday, as a whole or until now; null where it is unknown. */
  readonly before: (counts: BeforeCounts) => number | null
}

/** Counts of yesterday or of a part of it. Recipients of a part are not counted. */
export type BeforeCounts = Pick<DayCount, 'msg_cnt' | 'succ_msg_cnt'> & { readonly to_cnt: number | null }

/** The four cards, in the specification's order. */
export const todayCards: readonly TodayCard[] = [
  {
    title: 'home.today.messages',
    of: (all) => ({ today: all.today_msg_cnt, diff: all.diff_msg_cnt, average: all.avg_msg_cnt }),
    before: ({ msg_cnt }) => msg_cnt,
  },
  {
    title: 'home.today.deliveries',
    of: (all) => ({ today: all.today_succ_msg_cnt, diff: all.diff_succ_msg_cnt, average: all.avg_succ_msg_cnt }),
    before: ({ succ_msg_cnt }) => succ_msg_cnt,
  },
  {
    title: 'home.today.recipients',
    of: (all) => ({ today: all.today_to_cnt, diff: all.diff_to_cnt, average: all.avg_to_cnt }),
    before: ({ to_cnt }) => to_cnt,
  },
  {
    title: 'home.today.rate',
    rate: true,
    of: (all) => ({ today: all.today_dr, diff: all.diff_dr, average: all.avg_dr }),
    before: ({ succ_msg_cnt, msg_cnt }) => rate(succ_msg_cnt, msg_cnt),
  },
]
