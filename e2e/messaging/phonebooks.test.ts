import { expect, test } from 'vitest'
import { violations } from '../axe.ts'
import { openAsOwner } from '../open-as-owner.ts'
import { patience } from '../patience.ts'
import { picture } from '../pictures.ts'
import { commonServer } from '../server.ts'

const server = commonServer()

const looks = [
  { theme: 'light', width: 1280, locale: 'en-US' },
  { theme: 'dark', width: 390, locale: 'zh-CN' },
] as const

const file = `Phone,Name,City
+12065550150,Mei,Oslo
+12065550151,Ada,Bergen
+12065550150,Mei,Oslo
none,Bo,Oslo
`

test.each(looks)('a file becomes a phonebook, and a segment of it, in $locale at $width', async (look) => {
  const { locale, width } = look
  const say = (english: string, chinese: string): string => (locale === 'en-US' ? english : chinese)
  const shot = (name: string) => picture(page, `phonebooks-${name}-${width}-${locale}`)
  const { page, problems } = await openAsOwner(server, look, '/phonebooks')
  await page.getByRole('button', { name: say('New phonebook', '新建通讯录') }).click(patience)
  const naming = page.getByRole('dialog', { name: say('New phonebook', '新建通讯录') })
  await naming.getByLabel(say('Name', '名称')).fill('Members')
  await naming.getByLabel(say('Name', '名称')).press('Enter')
  await page.getByRole('heading', { name: 'Members' }).waitFor(patience)
  await shot('empty')

  await page.getByRole('button', { name: say('Import', '导入'), exact: true }).click(patience)
  const importing = page.getByRole('dialog', { name: say('Import to Members', '导入到“Members”') })
  const start = importing.getByRole('button', { name: say('Import', '导入'), exact: true })
  await start.click(patience)
  await importing.getByText(say('Choose a file.', '请选择文件。')).waitFor()
  await importing.locator('input[type=file]').setInputFiles({
    name: 'members.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(file),
  })
  await importing.getByText('members.csv', { exact: true }).waitFor(patience)
  expect(await violations(page)).toEqual([])
  await shot('import')
  // Before it has its id, the file is on its way.
  await expect.poll(() => importing.locator('input[name=file]').inputValue(), patience).not.toBe('')
  await start.click()
  await importing.getByText(say('Import finished', '导入完成')).waitFor(patience)
  expect((await importing.locator('dl dd').allTextContents()).join(' ')).toBe('2 1 1')
  await importing.getByRole('link', { name: say('Download skipped rows', '下载未导入的行') }).waitFor()
  await shot('imported')
  await importing.getByRole('button', { name: say('Done', '完成') }).click()
  await page.getByRole('button', { name: '+12065550151', exact: true }).waitFor(patience)
  await shot('contacts')

  await page.getByRole('tab', { name: say('Segments', '分组') }).click()
  await page.getByRole('button', { name: say('New segment', '新建分组') }).click()
  const segment = page.getByRole('dialog', { name: say('New segment', '新建分组') })
  await segment.getByLabel(say('Name', '名称'), { exact: true }).first().fill('Oslo')
  const field = segment.getByRole('button', { name: say('Field', '字段') })
  await field.click()
  await page.getByRole('option', { name: say('Country', '国家或地区') }).click()
  await segment.getByRole('button', { name: say('Save', '保存') }).click()
  const choose = say('Choose a country.', '请选择国家或地区。')
  await segment.getByRole('button', { name: say('Country', '国家或地区'), description: choose }).waitFor()
  await field.click()
  await page.getByRole('option', { name: 'City' }).click()
  await segment.getByLabel(say('Value', '内容')).fill('oslo')
  await segment.getByText(say('1 of 2 contacts', '符合条件：1 / 2 位联系人')).waitFor(patience)
  expect(await violations(page)).toEqual([])
  await shot('segment')
  await segment.getByRole('button', { name: say('Save', '保存') }).click()
  await page.getByRole('button', { name: 'Oslo', exact: true }).click(patience)
  await page.getByRole('button', { name: '+12065550151', exact: true }).waitFor({ state: 'hidden', ...patience })
  await page.getByRole('button', { name: '+12065550150', exact: true }).waitFor()
  expect(problems).toEqual([])
})
