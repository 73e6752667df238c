import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { freePort } from './free-port.ts'
import { type House, startHouse, until } from './house.ts'
import { buildServerOnce } from './process.ts'
import { proveLedger, proveTopUps } from './proof.ts'
import { randomFrom } from './random.ts'
import { type PlannedPayment, newRetryingPayer, type RetryingPayer } from './retrying-payers.ts'
import { patient } from './patience.ts'

const seed = Number(process.env['KILL_SEED'] ?? Date.now() % 1_000_000)
const KILLS = process.env['SCALE'] === 'full' ? 8 : 3
const PAUSE = 250
/** The longest delay of a payment's webhook, in milliseconds. Some payments have none. */
const NOTIFIED_WITHIN = 1_500
const MINUTES = 60_000

/**
 * The payments of each account. The first ones have no webhook or one with a wrong amount, so only polling finds them.
 */
const plans = {
  us: ['22.03', '24.06', '20', '21.01', '23.04', '25', '26.50'].map((amount): PlannedPayment => ({
    channel: 'stripe',
    amount,
  })),
  cn: ['5.03', '6.06', '7', '8.01', '9.04', '10', '11', '12.50'].map((amount, nr): PlannedPayment => ({
    channel: nr % 2 === 0 ? 'alipay' : 'wxpay',
    amount,
  })),
}
/** The accounts of the house. */
const owners = { us: 'sender@example.com', cn: 'sender-0@example.com' } as const
const ALL = plans.us.length + plans.cn.length

beforeAll(buildServerOnce)

test(
  `kill -9 of the server between a payment and its credit loses none and credits none twice (KILL_SEED=${seed})`,
  async () => {
    const random = randomFrom(seed)
    // The server keeps its port, so a pay page opened before a kill leads to the next server.
    const settings = { PORT: String(await freePort()) }
    const house = await startHouse({ balance: '0', sinkDelay: 5, settings, accounts: [0] })
    onTestFinished(() => house.close())
    await house.rows(`update account set partition = 'cn', currency = 'CNY' where email = $1`, [owners.cn])
    const { address } = house
    const walletOf = (identifier: string) => newRetryingPayer({ address, identifier, password: 'wild goose' })
    const wallets = { us: await walletOf(owners.us), cn: await walletOf(owners.cn) }
    await Promise.all([
      wallets.us.begin({ channel: 'stripe', amount: '40' }),
      wallets.cn.begin({ channel: 'wxpay', amount: '41' }),
    ])
    const paying = Promise.all([payAll(wallets.us, plans.us), payAll(wallets.cn, plans.cn)])
    const moments = Array.from({ length: KILLS }, () => 1 + Math.floor(random() * (ALL - 1))).toSorted((a, b) => a - b)
    for (const moment of moments) {
      await until(async () => (await countOf(house, PAID)) >= moment)
      await sleep(random() * NOTIFIED_WITHIN)
      await house.server.kill()
    }
    await paying
    await until(async () => (await countOf(house, UNCREDITED)) === 0, 60)
    expect(await countOf(house, PAID)).toBeGreaterThanOrEqual(ALL)
    await proveTopUps(house)
    await proveLedger(house)
    expect(await house.command('ledger', 'verify')).toMatchObject({ ok: true, proof1: true, proof2: true })
  },
  patient(3 * MINUTES),
)

const PAID = `select count(*) from sandbox_payment where status = 'paid'`
const UNCREDITED = `select count(*) from sandbox_payment p
  where p.status = 'paid' and not exists (
    select from top_up t where t.channel = p.service and replace(t.id::text, '-', '') = p.reference and t.status = 1)`

const countOf = async ({ rows }: House, sql: string): Promise<number> => {
  const [found] = await rows<{ count: bigint }>(sql)
  return Number(found?.count)
}

/** Pays one after the other with a pause, so that a kill hits some of them. */
async function payAll(payer: RetryingPayer, all: readonly PlannedPayment[]): Promise<void> {
  for (const planned of all) {
    await payer.pay(planned)
    await sleep(PAUSE)
  }
}
