import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPage } from './browser.ts'
import { type OwnServer, startServer } from './server.ts'
import { signIn } from './sign-in.ts'

const root = path.resolve(import.meta.dirname, '..')
const demo = { identifier: 'demo@hongyan.example', password: 'hongyan-demo' }
const README_ADDRESS = 'http://127.0.0.1:3000'

/** The shell blocks of the README that send a message, in its order: simple mode, then HMAC mode. */
function commandsOfReadme(): readonly string[] {
  const readme = readFileSync(path.join(root, 'README.md'), 'utf8')
  const blocks = [...readme.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block)
  return blocks.filter((block) => block.includes(`curl "${README_ADDRESS}/?`))
}

let server: OwnServer

beforeAll(async () => {
  server = await startServer({ SEED: 'demo' })
})

afterAll(async () => {
  await server.stop()
})

/** Runs one of the README's blocks as it stands, with the address of this server and a key filled in. */
async function run(block: string, key: string, secret: string): Promise<{ readonly code: string }> {
  const script = block.replace(/^ID=….*\n|^ID=… SECRET=….*\n/m, '').replaceAll(README_ADDRESS, server.address)
  const env = { PATH: process.env['PATH'], ID: key, SECRET: secret }
  const { stdout } = await promisify(execFile)('bash', ['-eu', '-c', script], { env })
  return JSON.parse(stdout) as { code: string } // every response of the send API is JSON
}

async function createCredential(page: Page, mode: string): Promise<{ key: string; secret: string }> {
  await page.getByRole('link', { name: 'Credentials' }).click()
  await page.getByRole('button', { name: 'Create credential' }).click()
  await page.getByRole('radio', { name: new RegExp(`^${mode}`) }).check({ force: true })
  const answer = page.waitForResponse((response) => response.request().method() === 'PUT')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  const created = (await (await answer).json()) as { key: string; secret: string } // a row of the contract
  await page.getByRole('button', { name: 'Done' }).click()
  return created
}

async function messagesToday(page: Page): Promise<number> {
  await page.goto('/')
  const card = page.getByRole('group', { name: 'Messages today' })
  await card.getByText(/\d/).first().waitFor()
  return Number(
    /[\d,]+/.exec(await card.innerText().then((text) => text.replace('Messages today', '')))?.[0].replace(',', ''),
  )
}

test('the README’s story works with a browser, curl and openssl alone, in both modes', async () => {
  const { page, problems, close } = await openPage(server.address)
  const [simple = '', signed = ''] = commandsOfReadme()
  await signIn(page, demo)
  const before = await messagesToday(page)

  const first = await createCredential(page, 'Simple mode')
  expect(await run(simple, first.key, first.secret)).toMatchObject({ code: '0' })
  const second = await createCredential(page, 'HMAC mode')
  expect(await run(signed, second.key, second.secret)).toMatchObject({ code: '0' })

  await page.goto('/sandbox/inbox')
  await page.getByText('Hello from Hongyan').first().waitFor()
  await page.getByText('Hello again, signed').first().waitFor()
  expect(await messagesToday(page)).toBe(before + 2)
  expect(problems).toEqual([])
  await close()
})

test.runIf(process.env['PICTURES'] === '1')('the README’s pictures show the product as it is', async () => {
  const { page, close } = await openPage(server.address)
  await signIn(page, demo)
  for (const [name, address] of [
    ['home', '/'],
    ['credentials', '/credentials'],
  ] as const) {
    await page.goto(address, { waitUntil: 'networkidle' })
    await page.screenshot({ path: path.join(root, 'docs/pictures', `${name}.png`) })
  }
  await close()
})
