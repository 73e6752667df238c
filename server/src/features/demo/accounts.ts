import { harborTickets } from './stories/harbor-tickets.ts'
import { lumenParcel } from './stories/lumen-parcel.ts'
import { yunfanExpress } from './stories/yunfan-express.ts'
import type { DemoOwner, Story } from './story.ts'

/** Not secret: a server with demo accounts prints it at every start. */
export const DEMO_PASSWORD = 'hongyan-demo'

/** The demo accounts, in the order in which they are played and shown. */
export const stories: readonly Story[] = [lumenParcel, yunfanExpress, harborTickets]

/** The fields of a demo account. Its trust level is that of a verified one from the start, so that its story can send. */
export const accountFields = (owner: DemoOwner) => ({
  ...owner,
  demo: true,
  activated: true,
  level: 2 as const,
})
