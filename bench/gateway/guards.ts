import type { House } from '../../server/test/house.ts'
import { signInAsSender } from '../webhooks/endpoints.ts'

/** One of these entries lets the load through, and it comes last. */
const ENTRIES = [...Array.from({ length: 199 }, (_, nr) => `20.${nr}.0.0/16`), '127.0.0.1/32'].map((cidr) => ({
  cidr,
  note: '',
}))

const rule = { scope: 'recipient', scene: null, per_minute: 60, per_hour: 300, per_day: 1_000, action: 'reject' }

/** Gives the sending account IP rules and rate limits. Returns the call that switches both off. */
export async function layGuards(house: House): Promise<() => Promise<void>> {
  const owner = await signInAsSender(house)
  const save = async (extension: string, settings: object): Promise<void> => {
    const { version } = (await (await owner.call('GET', `/plugins/${extension}`)).json()) as { version: number }
    const reply = await owner.call('POST', `/plugins/${extension}`, { body: { version, ...settings } })
    if (!reply.ok) throw new Error(`${extension} was refused: ${await reply.text()}`)
  }
  const ip = { mode: 'allow', reportOnly: false, entries: ENTRIES }
  const limits = {
    rules: [rule],
    exempt: [],
    per_second: null,
    day: { limit: 10_000_000, action: 'block' },
    countries: [{ country: 'GB', limit: 1_000_000, action: 'block' }],
  }
  const turn = async (enabled: boolean): Promise<void> => {
    await save('ip-restriction', { ...ip, enabled })
    await save('sms-rate-limiting', { ...limits, enabled })
  }
  await turn(true)
  return () => turn(false)
}
