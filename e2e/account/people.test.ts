import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { violations } from '../axe.ts'
import { openAsOwner } from '../open-as-owner.ts'
import { patience } from '../patience.ts'
import { picture } from '../pictures.ts'
import { commonServer } from '../server.ts'
import { typeInto } from '../type-into.ts'

const server = commonServer()

test('the data of a person is saved as a signed file and as evidence, then erased by their number', async () => {
  const { page, problems } = await openAsOwner(server, {}, '/account/settings?tab=people')
  await page.getByText('No erasures yet').waitFor()
  await page.getByRole('button', { name: 'Export' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export a person’s data' })
  await typeInto(dialog.getByLabel('Phone number'), '12')
  await page.keyboard.press('Enter')
  await dialog.getByText('Invalid phone number').waitFor()
  await typeInto(dialog.getByLabel('Phone number'), '+12065550142')
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
  expect(JSON.parse(readFileSync(await download.path(), 'utf8'))).toMatchObject({
    document: { recipient: '+12065550142', messages: [] },
    signature: { algorithm: 'Ed25519' },
  })
  await dialog.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Create PDF' }).click()
  const proving = page.getByRole('dialog', { name: 'Prove what was sent' })
  await typeInto(proving.getByLabel('Phone number'), '+12065550142')
  const [pdf] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
  expect(readFileSync(await pdf.path(), 'latin1')).toMatch(/^%PDF-/)
  await proving.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Erase' }).click()
  const erasing = page.getByRole('dialog', { name: 'Erase a person’s data' })
  await typeInto(erasing.getByLabel('Phone number'), '+12065550142')
  expect(await violations(page)).toEqual([])
  await picture(page, 'people-dialog')
  await erasing.getByRole('button', { name: 'Erase data' }).click()
  await page.getByRole('row', { name: /\+1 206••• ••42.*Erasing/ }).waitFor(patience)
  expect(await violations(page)).toEqual([])
  await picture(page, 'people')
  expect(problems.filter((problem) => !/\b400\b/.test(problem))).toEqual([])
})
