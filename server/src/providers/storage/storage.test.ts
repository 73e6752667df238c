import { createServer } from 'node:http'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import S3rver from 's3rver'
import { describe, expect, test } from 'vitest'
import { diskStorage } from './disk.ts'
import { s3Storage } from './s3.ts'
import { suiteOfStorage } from './suite.ts'

const KEY = 'ab'.repeat(16)

/** The names of all files below a folder that look like keys. */
async function keysBelow(folder: string): Promise<string[]> {
  const names = (await readdir(folder, { recursive: true })).map((name) => path.basename(name).split('.')[0] ?? '')
  return [...new Set(names.filter((name) => /^[0-9a-f]{32}$/.test(name)))]
}

describe('on the disk', () => {
  suiteOfStorage({
    start: async (folder) => {
      await mkdir(path.join(folder, 'objects'))
      return { storage: diskStorage(path.join(folder, 'objects')) }
    },
    keys: keysBelow,
  })

  test('an object’s folder is for the server’s user alone', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'storage-'))
    await writeFile(path.join(folder, 'file'), 'x')
    await diskStorage(folder).put(KEY, path.join(folder, 'file'))
    expect((await stat(path.join(folder, 'ab'))).mode & 0o777).toBe(0o700)
    await rm(folder, { recursive: true })
  })
})

const settings = { region: 'us-east-1', bucket: 'files', accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }

describe('in S3', () => {
  suiteOfStorage({
    start: async (folder) => {
      const server = new S3rver({
        address: '127.0.0.1',
        port: 0,
        silent: true,
        directory: path.join(folder, 's3'),
        configureBuckets: [{ name: 'files', configs: [] }],
      })
      const { port } = await server.run()
      return {
        storage: s3Storage({ ...settings, endpoint: `http://127.0.0.1:${port}` }),
        stop: () => server.close(),
      }
    },
    keys: (folder) => keysBelow(path.join(folder, 's3')),
  })

  test('a request is signed, and names its bucket, its key and the length of its content', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'storage-'))
    await writeFile(path.join(folder, 'file'), 'twelve bytes')
    const server = createServer((request, response) => request.resume().on('end', () => response.end()))
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const asked = once(server, 'request')
    await s3Storage({ ...settings, endpoint }).put(KEY, path.join(folder, 'file'))
    const [request] = await asked
    expect(request).toMatchObject({
      method: 'PUT',
      url: `/files/${KEY}`,
      headers: {
        'content-length': '12',
        authorization: expect.stringMatching(/^AWS4-HMAC-SHA256 Credential=S3RVER\/\d{8}\/us-east-1\/s3\/aws4_request/),
      },
    })
    server.close()
    await rm(folder, { recursive: true })
  })

  test('a refusal of the service names its status and its text', async () => {
    const server = createServer((request, response) => {
      request.resume()
      response.writeHead(403).end('<Code>SignatureDoesNotMatch</Code>')
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const storage = s3Storage({ ...settings, endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
    for (const call of [() => storage.open(KEY), () => storage.remove(KEY)]) {
      await expect(call()).rejects.toThrow('the object storage answered 403: <Code>SignatureDoesNotMatch</Code>')
    }
    server.close()
  })
})
