import { ticketThreads } from '../src/compose/notices.ts'
import { type DeliveryDeps, sendDeliveries, deliverBy } from '../src/notices/deliveries.ts'
import type { NoticeText } from '../src/notices/notice-text.ts'
import { textOf } from '../src/notices/texts.ts'
import { newLogger } from '../src/kit/logger.ts'
import { createSandboxMailbox } from '../src/providers/mail/sandbox-mailbox.ts'
import { ORIGIN, type World } from './world.ts'

/** An email or text message sent to an owner. A text message has no subject. */
export interface SentText {
  readonly to: string
  readonly subject: string | null
  readonly text: string
}

/**
 * Runs the delivery loop once and returns the messages instead of sending them. `refused` selects recipients whose
 * delivery fails.
 */
export async function deliveriesOf(
  { pool, clock }: Pick<World, 'pool' | 'clock'>,
  refused: (to: string) => boolean = () => false,
): Promise<readonly SentText[]> {
  const written: SentText[] = []
  const take = async (delivery: SentText): Promise<string | null> => {
    if (refused(delivery.to)) return 'no such address'
    written.push(delivery)
    return null
  }
  const deliver: DeliveryDeps['deliver'] = {
    email: (to, notice) => take({ to, subject: textOf(notice).subject, text: textOf(notice).text }),
    sms: (to, notice) => take({ to, subject: null, text: briefOf(textOf(notice)) }),
  }
  await sendDeliveries({ pool, clock, log: newLogger('silent'), deliver })
  return written
}

const briefOf = ({ text, brief = text }: NoticeText): string => brief

/** Runs the delivery loop once, into the sandbox's inbox. */
export async function deliverToInbox({ pool, clock, config, secrets, messages }: World): Promise<void> {
  const addressOf = (path: string): string => `${ORIGIN}${path}`
  const mailer = createSandboxMailbox({ pool, clock, from: 'hongyan@example.com' })
  await sendDeliveries({
    pool,
    clock,
    log: newLogger('silent'),
    deliver: deliverBy({ clock, mailer, messages, addressOf, threadOf: ticketThreads({ config, secrets, addressOf }) }),
  })
}
