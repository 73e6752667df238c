import { mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { AuthMode } from '@hongyan/contract/vocabulary/credential'
import { newKey } from '../src/kit/secret-box.ts'
import type { Role } from '../src/kit/role.ts'
import { newPooledDatabase } from './cluster.ts'
import { type AccountCredential, newSender, startHouseServer, type StoppableServer } from './house.ts'
import type { Evidence } from './proof.ts'
import { startSink } from './sink.ts'
import { memoryFolder } from './memory-folder.ts'

/** Processes of several roles on one database, with a sink as their carrier. */
export interface Crew extends Evidence {
  /** Starts a process of a role with a DATA_DIR of its own. Resolves when it is ready. */
  start(role: Role): Promise<StoppableServer>
  /** The credentials of its accounts in simple mode, in the order of their rates. */
  readonly accounts: readonly AccountCredential[]
  close(): Promise<void>
}

/**
 * `rates` are those of the accounts, in parts a second; 0 is unlimited. Each has the balance. `settings` are further ones
 * of every process.
 */
export async function newCrew(
  balance: string,
  rates: readonly number[],
  settings: Readonly<Record<string, string>> = {},
): Promise<Crew> {
  const folder = mkdtempSync(path.join(memoryFolder(), 'hongyan-crew-'))
  const { url, pool, close } = await newPooledDatabase(2)
  const sink = await startSink(path.join(folder, 'sink.jsonl'), 5)
  const keys = newKey('crew')
  const accounts: AccountCredential[] = []
  for (const [nr, tps] of rates.entries()) {
    const sender = { email: `sender-${nr}@example.com`, tps }
    accounts.push(...(await newSender({ pool, keys, balance }, sender, [AuthMode.Simple])))
  }
  const servers: StoppableServer[] = []
  return {
    sink,
    accounts,
    rows: async (sql, values = []) => (await pool.query(sql, [...values])).rows,
    async start(role) {
      const own = { ROLE: role, DATA_DIR: path.join(folder, `data-${servers.length}`) }
      const server = await startHouseServer({
        ...settings,
        ...own,
        DATABASE_URL: url,
        SECRET_KEYS: keys,
        SANDBOX_SINK: sink.address,
      })
      servers.push(server)
      return server
    },
    async close() {
      await Promise.all(servers.map((server) => server.stop()))
      await sink.stop()
      await close()
      rmSync(folder, { recursive: true })
    },
  }
}
