import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { violations } from '../axe.ts'
import { pushAddress } from '../console-router.ts'
import { untilFocused } from '../focus.ts'
import { bothLooks, languages } from '../looks.ts'
import { openAsOwner } from '../open-as-owner.ts'
import { patience } from '../patience.ts'
import { picture } from '../pictures.ts'
import { commonServer } from '../server.ts'

const server = commonServer()

/** Sends one message and waits until the log has it. */
async function send(page: Page, to: string): Promise<void> {
  const made = await page.request.put('/api/credentials', { headers: { origin: server.address }, data: { mode: 1 } })
  const { key } = (await made.json()) as { key: string }
  const reply = await fetch(`${server.address}/?action=sms.message.send&accessKeyId=${key}`, {
    method: 'POST',
    body: JSON.stringify({ to, text: 'Your parcel is here.' }),
  })
  expect(reply.status).toBe(200)
}

/** Adds entries by the console's own calls. */
async function list(page: Page, body: object): Promise<void> {
  const reply = await page.request.post('/api/sms/recipients/import', {
    headers: { origin: server.address },
    data: body,
  })
  expect(reply.status()).toBe(200)
}

test.each(languages)(
  'a number is blocked from the log, opt-outs are imported, changed and removed, in %s',
  async (locale) => {
    const { page, problems } = await openAsOwner(server, { locale }, '/sms/logs', { balance: '10' })
    const en = locale === 'en-US'
    const say = (english: string, chinese: string): string => (en ? english : chinese)
    await send(page, '+12065551234')
    await page.reload()
    const block = async () => {
      await page.getByRole('button', { name: en ? /^Actions for .*\+1 206/ : /\+1 206.*操作/ }).click(patience)
      await page.getByRole('menuitem', { name: say('Block recipient', '屏蔽号码') }).click()
    }
    await block()
    const dialog = page.getByRole('dialog', { name: say('Block recipient', '屏蔽号码') })
    await dialog.getByLabel(say('Note (optional)', '备注（选填）')).fill('Wrong number')
    expect(await violations(page)).toEqual([])
    await picture(page, 'recipients-block')
    await dialog.getByRole('button', { name: say('Block recipient', '屏蔽号码') }).click()
    await page.getByText(say('It takes effect within 5 seconds.', '5 秒内生效。')).first().waitFor(patience)
    await dialog.waitFor({ state: 'hidden' })
    await block()
    await dialog.getByRole('link', { name: say('View in recipient list', '在号码名单中查看') }).click(patience)
    await page.getByRole('button', { name: '+12065551234', exact: true }).waitFor(patience)

    await page.goto('/protection')
    await page.getByRole('button', { name: say('Import', '批量导入'), exact: true }).click(patience)
    const importing = page.getByRole('dialog', { name: say('Import numbers', '导入号码') })
    const start = importing.getByRole('button', { name: say('Import numbers', '导入号码') })
    await start.click(patience)
    await importing
      .getByText(say('Paste at least one number, or choose a file.', '请粘贴至少一个号码，或选择文件。'))
      .waitFor()
    await importing.locator('input[type=file]').setInputFiles({
      name: 'list.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('phone,name\n+12065550150,Mei\n+12065550151,Ada\n+12065550150,Mei\n12,Bo\n'),
    })
    await importing.getByText(say('4 numbers found', '识别到 4 个号码')).waitFor(patience)
    await start.click()
    const done = page.getByRole('dialog', { name: say('Import finished', '导入完成') })
    await done.getByText('12', { exact: true }).waitFor(patience)
    expect((await done.locator('dl dd').allTextContents()).join(' ')).toBe('2 1 1')
    await done.getByRole('button', { name: say('Done', '完成') }).click()

    await page.getByRole('button', { name: '+12065550151', exact: true }).click()
    const entry = page.getByRole('dialog', { name: '+12065550151' })
    await entry.getByLabel(say('Notification', '通知')).check()
    await entry.getByRole('button', { name: say('Save', '保存') }).click()
    await page.getByText(say('Notification, Marketing', '通知、营销')).waitFor(patience)

    await page.getByRole('button', { name: say('Actions for +12065550151', '+12065550151 的操作') }).click()
    await page.getByRole('menuitem', { name: say('Delete', '删除') }).click()
    const alert = page.getByRole('alertdialog')
    await alert.getByText(say('has agreed to get these messages again', '对方重新同意接收此类短信后')).waitFor()
    await alert.getByRole('button', { name: say('Delete opt-out', '删除退订') }).click()
    await page.getByRole('button', { name: '+12065550151', exact: true }).waitFor({ state: 'hidden', ...patience })
    await untilFocused(page.getByRole('main'))
    expect(problems).toEqual([])
  },
)

test('a number that the form refuses is refused in the words of the server', async () => {
  const { page } = await openAsOwner(server, {}, '/protection?form=add', { balance: '10' })
  const dialog = page.getByRole('dialog', { name: 'Add number' })
  const add = dialog.getByRole('button', { name: 'Add', exact: true })
  const words = dialog.getByText('Invalid phone number. Use + and the calling code, for example +12065550100.')
  await add.click(patience)
  await words.waitFor()
  await dialog.getByRole('textbox', { name: 'Number' }).pressSequentially('12')
  await words.waitFor({ state: 'hidden' })
  await add.click()
  await words.waitFor(patience)
  await dialog.getByText('Opt-out', { exact: true }).click()
  await dialog.getByLabel('Marketing').uncheck()
  await dialog.getByRole('textbox', { name: 'Number' }).fill('(206) 555-0142')
  await add.click()
  await dialog.getByText('Choose at least one scene.').waitFor()
  await dialog.getByLabel('Marketing').check()
  await add.click()
  await page.getByRole('button', { name: '+12065550142', exact: true }).waitFor(patience)
})

describe.each(bothLooks)('$theme, at $width in $locale', ({ theme, width, locale }) => {
  test('axe finds nothing in the recipient list and its forms', async () => {
    const look = { theme, locale, width, height: width === 390 ? 844 : 800 } as const
    const { page } = await openAsOwner(server, look, '/protection', { balance: '10' })
    const en = locale === 'en-US'
    await page.getByText(en ? 'No numbers on the list' : '名单中还没有号码').waitFor(patience)
    await picture(page, `recipients-empty-${width}-${theme}-${locale}`)
    await list(page, {
      recipients: ['+12065550150', '+8613800138000'],
      reason: 'opt_out',
      scenes: [2, 3],
      note: 'Old CRM',
    })
    await list(page, { recipients: ['+12065550151'], reason: 'block' })
    await page.goto('/protection')
    await page.getByRole('button', { name: '+8613800138000', exact: true }).waitFor(patience)
    expect(await violations(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await picture(page, `recipients-${width}-${theme}-${locale}`)
    await page.getByRole('button', { name: '+8613800138000', exact: true }).click()
    await page.getByRole('dialog').getByRole('checkbox').first().waitFor(patience)
    expect(await violations(page)).toEqual([])
    await picture(page, `recipients-edit-${width}-${theme}-${locale}`)
    await pushAddress(page, '/protection?form=import')
    await page.getByRole('dialog').getByRole('textbox').first().waitFor(patience)
    await picture(page, `recipients-import-${width}-${theme}-${locale}`)
    await pushAddress(page, '/protection?form=add')
    await page.getByRole('dialog').getByRole('textbox').first().waitFor(patience)
    expect(await violations(page)).toEqual([])
    await picture(page, `recipients-add-${width}-${theme}-${locale}`)
  })
})
