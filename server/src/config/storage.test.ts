import { expect, test } from 'vitest'
import { readStorage } from './storage.ts'

const env = {
  S3_ENDPOINT: 'https://s3.example.com/',
  S3_BUCKET: 'files',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret',
}

test('without a setting of S3, files are on the disk', () => expect(readStorage({ S3_BUCKET: '' })).toBe(null))

test('a bucket needs an address and a key, and its region has a default', () => {
  expect(readStorage(env)).toEqual({
    endpoint: 'https://s3.example.com',
    region: 'us-east-1',
    bucket: 'files',
    accessKeyId: 'key',
    secretAccessKey: 'secret',
  })
  expect(readStorage({ ...env, S3_REGION: 'cn-north-1' })?.region).toBe('cn-north-1')
})

test.each([
  [{ S3_BUCKET: 'files' }, 'Files in S3 need S3_ENDPOINT and S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY as well.'],
  [{ S3_REGION: 'us-east-1' }, 'Files in S3 need S3_ENDPOINT and S3_BUCKET and S3_ACCESS_KEY_ID'],
  [{ ...env, S3_ENDPOINT: 's3.example.com' }, 'S3_ENDPOINT must be an address beginning with http:// or https://.'],
])('settings of S3 that are not whole are refused: %j', (settings, sentence) => {
  expect(() => readStorage(settings)).toThrow(sentence)
})
