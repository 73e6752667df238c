import type { House } from '../../server/test/house.ts'

/** What a figure may not be bought with. */
const MUST_BE_ON = ['fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums']
const WORTH_KNOWING = ['server_version', 'shared_buffers', 'max_wal_size', 'wal_sync_method', 'jit', 'commit_delay']

/** PostgreSQL's settings. Throws when a commit would not be safe, because such figures are worth nothing. */
export async function durableSettings({ rows }: House): Promise<Readonly<Record<string, string>>> {
  const names = [...MUST_BE_ON, ...WORTH_KNOWING]
  const found = await rows<{ name: string; setting: string }>(
    `select name, current_setting(name) as setting from pg_settings where name = any($1)`,
    [names],
  )
  const settings = Object.fromEntries(found.map(({ name, setting }) => [name, setting]))
  const off = MUST_BE_ON.filter((name) => settings[name] !== 'on')
  if (off.length > 0) throw new Error(`These must be on for a figure to count: ${off.join(', ')}.`)
  return settings
}
