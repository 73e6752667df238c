import { StartError } from '../kit/start-error.ts'
import { address, type Environment, text } from './env.ts'

export interface S3Settings {
  /** The address of the service, without a trailing slash and without the bucket. */
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

const names = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

/** The object storage of customers' files, or null where they are on the disk under DATA_DIR. */
export function readStorage(env: Environment): S3Settings | null {
  const missing = names.filter((name) => text(env, name) === null)
  const region = text(env, 'S3_REGION')
  if (missing.length === names.length && region === null) return null
  if (missing.length > 0) throw new StartError(`Files in S3 need ${missing.join(' and ')} as well.`)
  const value = (name: (typeof names)[number]): string => text(env, name) ?? ''
  const endpoint = address(env, 'S3_ENDPOINT', ['http:', 'https:'])
  return {
    endpoint: endpoint?.href.replace(/\/$/, '') ?? '',
    region: region ?? 'us-east-1',
    bucket: value('S3_BUCKET'),
    accessKeyId: value('S3_ACCESS_KEY_ID'),
    secretAccessKey: value('S3_SECRET_ACCESS_KEY'),
  }
}
