import { createHash, randomBytes } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { upload } from '@hongyan/contract/endpoints/upload'
import { upload as limits, uploadPurposeLimits } from '@hongyan/contract/limits/uploads'
import { type FileType, fileTypes, type UploadPurpose, uploadPurposes } from '@hongyan/contract/vocabulary/upload'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { archive, workbook } from '../../../test/archives.ts'
import { form, image, newUpload, pdf, type TestFile } from '../../../test/forms.ts'
import { filesOf, leftBehind } from '../../../test/stored-files.ts'
import { patient } from '../../../test/patience.ts'
import { newWorld, type SignedIn, type World } from '../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.close())

/** The content of an upload, as its link returns it. */
async function download(owner: SignedIn, id: string): Promise<Buffer> {
  const { url } = await owner.call(upload.link, { params: { id } })
  const response = await fetch(url)
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

const csv = Buffer.from('phone,name\n+12065550100,Ada\n')
const samples: Readonly<Record<FileType, () => Buffer | Promise<Buffer>>> = {
  'image/jpeg': () => image('jpeg'),
  'image/png': () => image('png'),
  'image/gif': () => image('gif'),
  'application/pdf': () => pdf().content,
  'text/csv': () => csv,
  'text/plain': () => Buffer.from('+12065550100\n+12065550101\n'),
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': () => workbook(),
}
const types = Object.keys(samples) as FileType[] // the keys of `samples`

describe.each(uploadPurposes)('an upload for %s', (purpose) => {
  test.each(uploadPurposeLimits[purpose].types)('takes %s, whatever its name and its declared type', async (type) => {
    const owner = await world.account()
    const content = await samples[type]()
    const stored = await newUpload(owner, purpose, { name: 'report.exe', type: 'application/x-msdownload', content })
    expect(stored).toMatchObject({ name: `report.exe.${fileTypes[type].extensions[0]}`, type })
    const kept = await download(owner, stored.id)
    expect(stored).toMatchObject({ size: kept.length, sha256: createHash('sha256').update(kept).digest('hex') })
    if (!type.startsWith('image/')) expect(kept.equals(content)).toBe(true)
  })

  const others = types.filter((type) => !uploadPurposeLimits[purpose].types.includes(type))
  test.each(others.map((type) => [type]))('refuses %s, whatever its name', async (type) => {
    const allowed = uploadPurposeLimits[purpose].types.map((each) => fileTypes[each].extensions[0])
    for (const extension of allowed) {
      await refuses({ name: `file.${extension}`, content: await samples[type]() }, [415, 'upload_wrong_type'], purpose)
    }
  })

  test('takes a file of exactly its limit, and refuses one of a byte more', async () => {
    const owner = await world.account()
    const { bytes, types: accepted } = uploadPurposeLimits[purpose]
    const start = accepted.includes('application/pdf') ? pdf().content : csv
    const content = Buffer.concat([start, Buffer.alloc(bytes - start.length, 'x')])
    expect(await newUpload(owner, purpose, { content })).toMatchObject({ size: bytes })
    await refuses({ content: Buffer.concat([content, Buffer.from('x')]) }, [413, 'upload_too_large'], purpose)
  })
})

/** Sends a file, and expects this refusal in both languages and nothing left behind. */
async function refuses(
  file: TestFile,
  [status, code]: readonly [number, string],
  purpose: UploadPurpose = 'attachment',
): Promise<void> {
  const owner = await world.account()
  const before = await leftBehind(world)
  const sent = form({ purpose }, file)
  const answer = await owner.ask(upload.create, sent)
  expect(answer).toMatchObject({ status, body: { error: { code, message: expect.any(String) } } })
  expect(await leftBehind(world)).toEqual(before)
}

describe('images', () => {
  const withPlace = (format: 'jpeg' | 'png'): Promise<Buffer> =>
    sharp({ create: { width: 40, height: 20, channels: 3, background: 'red' } })
      .withExif({ IFD0: { Copyright: 'Ada Lovelace' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .toFormat(format)
      .toBuffer()

  test.each(['jpeg', 'png'] as const)('a stored %s is upright and has no metadata', async (format) => {
    const owner = await world.account()
    const content = await withPlace(format)
    expect((await sharp(content).metadata()).exif?.includes('Ada Lovelace')).toBe(true)
    const stored = await newUpload(owner, 'evidence', { content })
    const kept = await download(owner, stored.id)
    const { width, height, exif, orientation } = await sharp(kept).metadata()
    expect({ width, height, exif, orientation }).toEqual({
      width: 20,
      height: 40,
      exif: undefined,
      orientation: undefined,
    })
    expect(kept.includes('Ada Lovelace')).toBe(false)
  })

  test('bytes behind a picture are not stored', async () => {
    const owner = await world.account()
    const content = Buffer.concat([await image('gif'), Buffer.from('<script>alert(1)</script>')])
    const stored = await newUpload(owner, 'evidence', { content })
    expect((await download(owner, stored.id)).includes('script')).toBe(false)
  })

  test('an image of too many pixels is refused before it is decoded', async () => {
    const content = await image('png', 10_000, 5_001)
    expect(content.length).toBeLessThan(uploadPurposeLimits.evidence.bytes)
    await refuses({ content }, [413, 'upload_too_many_pixels'], 'evidence')
  })

  test('an image that is cut off is refused', async () => {
    const content = await sharp(randomBytes(300 * 300 * 3), { raw: { width: 300, height: 300, channels: 3 } })
      .png()
      .toBuffer()
    await refuses({ content: content.subarray(0, content.length / 2) }, [400, 'upload_damaged'], 'evidence')
  })
})

describe('texts', () => {
  const chinese = Buffer.from([0xca, 0xd6, 0xbb, 0xfa, 0x2c, 0xd0, 0xd5, 0xc3, 0xfb, 0x0a])
  test.each<[string, Buffer]>([
    ['UTF-8 with a mark', Buffer.from('\ufeff手机,姓名\n')],
    ['GB 18030', chinese],
    ['UTF-16 little-endian', Buffer.from('\ufeff手机,姓名\n', 'utf16le')],
    ['UTF-16 big-endian', Buffer.from('\ufeff手机,姓名\n', 'utf16le').swap16()],
  ])('a text in %s is CSV', async (_, content) => {
    const owner = await world.account()
    expect(await newUpload(owner, 'recipients', { content })).toMatchObject({ type: 'text/csv' })
  })

  test.each<[string, Buffer]>([
    ['a NUL', Buffer.from('phone,name\n\0')],
    ['a program', Buffer.concat([Buffer.from('MZ'), randomBytes(2_000)])],
    ['half a character at its end', Buffer.concat([Buffer.from('a,b\n'), Buffer.from([0xe6])])],
    ['a NUL behind a megabyte', Buffer.concat([Buffer.alloc(1_200_000, 'a,b\n'), Buffer.from([0])])],
  ])('a file with %s is no text', (_, content) => refuses({ content }, [415, 'upload_wrong_type'], 'recipients'))
})

describe('workbooks', () => {
  const zeros = (megabytes: number): Buffer => Buffer.alloc(megabytes * 1024 * 1024)

  test('a workbook that unpacks to far more than its size is refused', async () => {
    const content = workbook(zeros(60))
    expect(content.length).toBeLessThan(100_000)
    await refuses({ content }, [413, 'upload_unpacks_too_large'], 'recipients')
  })

  test('a workbook that states a false size is refused at its true one', async () => {
    const lying = { name: 'xl/lie.xml', content: zeros(60), stated: 10 }
    await refuses({ content: workbook('<a/>', lying) }, [413, 'upload_unpacks_too_large'], 'recipients')
    const small = { name: 'xl/lie.xml', content: 'four', stated: 3 }
    await refuses({ content: workbook('<a/>', small) }, [400, 'upload_damaged'], 'recipients')
  })

  test('a workbook with thousands of entries is refused', async () => {
    const many = Array.from({ length: limits.workbook.entries }, (_, at) => ({ name: `xl/${at}.xml`, content: '' }))
    await refuses({ content: workbook('<a/>', ...many) }, [413, 'upload_unpacks_too_large'], 'recipients')
  })

  test.each(['../../etc/passwd', '/etc/passwd', 'xl\\..\\evil.xml', 'C:evil.xml', 'xl/../../evil.xml'])(
    'a workbook with the entry %s is refused',
    (name) => refuses({ content: workbook('<a/>', { name, content: 'x' }) }, [400, 'upload_damaged'], 'recipients'),
  )

  test.each([
    ['whose entries share their bytes', workbook('<a/>', { name: 'xl/two.xml', content: '<worksheet/>', shares: 2 })],
    ['that is encrypted', workbook('<a/>', { name: 'xl/secret.xml', content: 'x', flags: 1 })],
    ['of an unknown compression', workbook('<a/>', { name: 'xl/odd.xml', content: 'x', method: 12 })],
    ['that is cut off', workbook('<a/>').subarray(0, 150)],
    ['with the same name twice', workbook('<a/>', { name: 'xl/workbook.xml', content: 'x' })],
  ])('a workbook %s is refused', (_, content) => refuses({ content }, [400, 'upload_damaged'], 'recipients'))

  test.each([
    [
      'a document',
      archive([
        { name: '[Content_Types].xml', content: 'x' },
        { name: 'word/document.xml', content: 'x' },
      ]),
    ],
    ['an archive', archive([{ name: 'a.txt', content: 'x' }])],
    ['a workbook with macros', workbook('<a/>', { name: 'xl/vbaProject.bin', content: 'x' })],
  ])('%s is no workbook', (_, content) => refuses({ content }, [415, 'upload_wrong_type'], 'recipients'))
})

describe('forms', () => {
  const refusesForm = async (parts: object, expected: object): Promise<void> => {
    const owner = await world.account()
    const before = await leftBehind(world)
    expect(await owner.ask(upload.create, parts)).toMatchObject(expected)
    expect(await leftBehind(world)).toEqual(before)
  }
  const error = (status: number, code: string, field?: string) => ({
    status,
    body: { error: { code, ...(field !== undefined && { field }) } },
  })
  const evidence = { purpose: 'evidence' }
  const altered = (change: (text: string) => string) => {
    const { body, headers } = form(evidence, pdf())
    return { headers, body: Buffer.from(change(body.toString())) }
  }

  test('a file that is empty is refused', () => refuses({ content: Buffer.alloc(0) }, [400, 'upload_empty']))

  test.each([
    ['without a purpose', form({}, pdf()), error(400, 'missing_params', 'purpose')],
    ['with an unknown purpose', form({ purpose: 'fun' }, pdf()), error(400, 'invalid_request', 'purpose')],
    ['with another field', form({ ...evidence, x: '1' }, pdf()), error(400, 'restricted_params', 'x')],
    [
      'with a field of a kilobyte',
      form({ purpose: 'x'.repeat(1_000) }, pdf()),
      error(400, 'invalid_request', 'purpose'),
    ],
    ['without a file', form(evidence), error(400, 'missing_params', 'file')],
    ['with two files', form(evidence, pdf(), pdf()), error(400, 'invalid_request', 'file')],
    ['that is JSON', { body: { purpose: 'evidence' } }, error(415, 'not_a_form')],
    ['without content', {}, error(415, 'not_a_form')],
    [
      'without a boundary',
      { ...form(evidence, pdf()), headers: { 'content-type': 'multipart/form-data' } },
      error(415, 'not_a_form'),
    ],
    ['that ends inside its file', altered((text) => text.slice(0, 250)), error(400, 'upload_broken_off')],
    ['that ends without its last line', altered((text) => text.slice(0, -6)), error(400, 'upload_broken_off')],
    [
      'whose file has another name',
      altered((text) => text.replace('name="file"', 'name="photo"')),
      error(400, 'restricted_params', 'photo'),
    ],
  ])('a form %s is refused', (_, parts, expected) => refusesForm(parts, expected))

  test('a form far above every limit is refused without being read', async () => {
    const owner = await world.account()
    const response = await world.app.inject({
      method: 'POST',
      url: '/api/upload',
      headers: {
        origin: 'http://localhost',
        cookie: owner.cookie,
        'content-length': '10000000000',
        ...form({}).headers,
      },
    })
    expect([response.statusCode, response.json().error.code]).toEqual([413, 'upload_too_large'])
  })

  test('the purpose may come behind the file', async () => {
    const owner = await world.account()
    const { body, headers } = form({}, pdf())
    const boundary = headers['content-type'].split('=')[1] ?? ''
    const text = body.toString().replace(`--${boundary}--\r\n`, '')
    const purpose = `--${boundary}\r\nContent-Disposition: form-data; name="purpose"\r\n\r\nevidence\r\n--${boundary}--\r\n`
    expect(await owner.ask(upload.create, { body: Buffer.from(text + purpose), headers })).toMatchObject({
      status: 200,
    })
  })

  test('no other call takes a form', async () => {
    const owner = await world.account()
    const response = await world.app.inject({
      method: 'POST',
      url: '/api/notices/read',
      headers: { origin: 'http://localhost', cookie: owner.cookie, ...form({}).headers },
      payload: form({}, pdf()).body,
    })
    expect(response.statusCode).toBe(415)
  })
})

test.each([
  ['../../../etc/passwd', 'passwd.pdf'],
  ['C:\\Users\\ada\\licence.PDF', 'licence.pdf'],
  ['..', 'file.pdf'],
  ['营业执照.pdf', '营业执照.pdf'],
  ['invoice\u202efdp.exe', 'invoicefdp.exe.pdf'],
  ['.htaccess', 'htaccess.pdf'],
  [`${'长'.repeat(300)}.pdf`, `${'长'.repeat(96)}.pdf`],
  ['a\u0000b\u0007.pdf', 'ab.pdf'],
])('the file name %j is stored as %j', async (name, stored) => {
  const owner = await world.account()
  expect(await newUpload(owner, 'evidence', { ...pdf(), name })).toMatchObject({ name: stored })
})

describe('limits', () => {
  test('an account may have six uploads at once, and the next one is refused with a time to wait', async () => {
    const [owner, other] = [await world.account(), await world.account()]
    const { body, headers } = form({ purpose: 'evidence' }, pdf())
    const open = Array.from({ length: limits.atOnce.perAccount + 1 }, () =>
      request(`${world.address}/api/upload`, {
        method: 'POST',
        agent: false,
        headers: { ...headers, origin: world.address, cookie: owner.cookie, 'content-length': body.length },
      }).on('error', () => undefined),
    )
    const refused = Promise.race(open.map((each) => once(each, 'response')))
    for (const each of open) each.write(body.subarray(0, 100))
    const [response] = (await refused) as [IncomingMessage] // the event's one argument
    expect([response.statusCode, response.headers['retry-after']]).toEqual([429, '2'])
    expect(await text(response)).toContain('"too_many_uploads"')
    await newUpload(other)
    for (const each of open) each.destroy()
    await vi.waitFor(() => newUpload(owner), patient(5_000))
  })

  test('an account that has too many unclaimed bytes is refused before its file is read', async () => {
    const owner = await world.account()
    const { id } = await newUpload(owner)
    await world.pool.query('update upload set size = $1 where id = $2', [limits.unclaimed.bytes, id])
    const answer = await owner.ask(upload.create, { headers: form({}).headers })
    expect(answer).toMatchObject({ status: 429, body: { error: { code: 'too_many_unclaimed' } } })
    await world.pool.query(`update upload set claimed_by = 'a test' where id = $1`, [id])
    await newUpload(owner)
  })

  test('a file that would exceed the unclaimed bytes is refused, and leaves nothing behind', async () => {
    const owner = await world.account()
    const { id } = await newUpload(owner)
    await world.pool.query('update upload set size = $1 where id = $2', [limits.unclaimed.bytes - 10, id])
    const before = await leftBehind(world)
    const answer = await owner.ask(upload.create, form({ purpose: 'evidence' }, pdf()))
    expect(answer).toMatchObject({ status: 429, body: { error: { code: 'too_many_unclaimed' } } })
    expect(await leftBehind(world)).toEqual(before)
  })
})

test('a stored file is encrypted, for the server’s user alone, and unreadable without its row', async () => {
  const owner = await world.account()
  const before = await filesOf(world)
  await newUpload(owner, 'evidence', pdf('licence 123456'))
  const added = (await filesOf(world)).find((file) => !before.includes(file)) ?? ''
  expect((await stat(added)).mode & 0o777).toBe(0o600)
  expect((await readFile(added)).includes('licence')).toBe(false)
  expect(added).not.toContain(owner.id.slice(-10))
})
