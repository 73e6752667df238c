import path from 'node:path'
import { rolldown } from 'rolldown'
import { expect, onTestFinished, test } from 'vitest'
import { openPage } from '../browser.ts'
import { corpusFindings } from './corpus-ids.ts'

const address = 'http://rules.example'

/** The rules and the corpus as one script, as a page would load them. */
async function bundled(): Promise<string> {
  const bundle = await rolldown({ input: path.join(import.meta.dirname, 'corpus-ids.ts') })
  const { output } = await bundle.generate({ format: 'iife', name: 'rules', minify: true })
  await bundle.close()
  return output[0].code
}

test('the browser finds the same faults in every text of the corpus as the server', async () => {
  const { page, problems, close } = await openPage(address)
  onTestFinished(close)
  await page.route(`${address}/**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Rules</title>' }),
  )
  await page.goto('/')
  await page.addScriptTag({ content: await bundled() })
  const inBrowser: unknown = await page.evaluate('rules.corpusFindings()')
  expect(inBrowser).toEqual(corpusFindings())
  expect(corpusFindings().flat().length).toBeGreaterThan(200)
  expect(problems).toEqual([])
})
