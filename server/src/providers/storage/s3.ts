import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { pipeline } from 'node:stream/promises'
import { SECOND } from '@hongyan/contract/durations'
import { AwsV4Signer } from 'aws4fetch'
import type { S3Settings } from '../../config/storage.ts'
import { requireKey, type Storage } from './storage.ts'

/** The longest time without a byte. */
const TIMEOUT = 30 * SECOND

/**
 * Objects in a bucket of Amazon S3 or of a service with its interface. Requests are signed with AWS Signature V4 and
 * name the bucket in the path, which every such service accepts.
 */
export function s3Storage(settings: S3Settings): Storage {
  const call = async (method: string, key: string, file?: string): Promise<IncomingMessage> => {
    const url = `${settings.endpoint}/${settings.bucket}/${requireKey(key)}`
    const length = file === undefined ? {} : { 'content-length': String((await stat(file)).size) }
    const { accessKeyId, secretAccessKey, region } = settings
    const signer = new AwsV4Signer({
      method,
      url,
      headers: length,
      accessKeyId,
      secretAccessKey,
      region,
      service: 's3',
    })
    const signed = await signer.sign()
    const send = signed.url.protocol === 'https:' ? requestHttps : requestHttp
    // The signer leaves the length out of its headers, because browsers do not let programs set it.
    const headers = { ...Object.fromEntries(signed.headers), ...length }
    const request = send(signed.url, { method, headers, timeout: TIMEOUT })
    request.on('timeout', () => request.destroy(new Error(`the object storage did not answer within ${TIMEOUT} ms`)))
    const answered = once(request, 'response')
    const sent = file === undefined ? Promise.resolve(void request.end()) : pipeline(createReadStream(file), request)
    // A refusal may arrive before the file is sent, whose rest then fails.
    sent.catch(() => undefined)
    const [response] = (await answered) as [IncomingMessage] // the event's one argument
    return response
  }
  return {
    async put(key, file) {
      await endOf(await call('PUT', key, file), [200])
    },
    async open(key) {
      const response = await call('GET', key)
      if (response.statusCode === 200) return response
      await endOf(response, [404])
      return null
    },
    async remove(key) {
      await endOf(await call('DELETE', key), [200, 204, 404])
    },
  }
}

/** The most of a failure's text that a log shows. */
const SHOWN = 500

/** Reads a response to its end. Throws where its status is none of these. */
async function endOf(response: IncomingMessage, statuses: readonly number[]): Promise<void> {
  let text = ''
  for await (const chunk of response) if (text.length < SHOWN) text += String(chunk)
  const { statusCode = 0 } = response
  if (!statuses.includes(statusCode)) {
    throw new Error(`the object storage answered ${statusCode}: ${text.slice(0, SHOWN)}`)
  }
}
