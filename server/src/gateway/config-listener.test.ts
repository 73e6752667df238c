import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { newDatabase } from '../../test/cluster.ts'
import { patient } from '../../test/patience.ts'
import { newLogger } from '../kit/logger.ts'
import { listenForChanges } from './config-listener.ts'

test('a listener stops at whatever moment it is told to', async () => {
  const database = await newDatabase()
  const moments = [() => undefined, nextTurn, ...[1, 2, 3, 4, 5, 6, 8, 10, 20].map((millis) => () => sleep(millis))]
  for (const moment of moments) {
    const stop = listenForChanges(database.url, newLogger('silent'), { changes: () => undefined })
    await moment()
    expect(await Promise.race([stop().then(() => 'stopped'), sleep(patient(3_000), 'hangs')])).toBe('stopped')
  }
  await database.drop()
})
