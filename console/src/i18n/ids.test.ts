import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { textIds } from '../../text-ids.ts'

test('ids.ts is what the folders with catalogues generate', () => {
  const written = readFileSync(new URL('ids.ts', import.meta.url), 'utf8')
  // A build writes it anew: npm run build -w @hongyan/console
  expect(written).toBe(textIds(fileURLToPath(new URL('..', import.meta.url))))
})
