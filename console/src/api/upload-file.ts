import type { Upload } from '@hongyan/contract/endpoints/upload'
import { addresses } from '@hongyan/contract/endpoints/addresses'
import { currentLocale } from '../i18n/text.ts'
import { leaveToSignIn } from '../lib/session-info.ts'
import type { SendFile } from '../ui/upload/sending.ts'
import { locate, refusal } from './call.ts'

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/**
 * Uploads a file by XMLHttpRequest, because `fetch` reports no progress of a request. Throws an ApiError for an error
 * response and a TypeError without a network, as `send` does.
 */
export const uploadFile: SendFile = (file, purpose, { signal, onProgress }) =>
  new Promise<Upload>((resolve, reject) => {
    const request = new XMLHttpRequest()
    const form = new FormData()
    form.append('purpose', purpose)
    form.append('file', file)
    const [method, url] = locate(addresses.upload.create, {})
    request.open(method, url)
    request.setRequestHeader('accept', 'application/json')
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total))
    request.addEventListener('error', () => reject(new TypeError('the file could not be sent')))
    request.addEventListener('abort', () => reject(new DOMException('the upload was cancelled', 'AbortError')))
    request.addEventListener('load', () => {
      const { status, statusText } = request
      if (status === 401) return leaveToSignIn('cnsl.required')
      const body = parsed(request.responseText)
      const error = refusal(status, statusText, body, request.getResponseHeader('retry-after'), currentLocale())
      if (error) reject(error)
      else resolve(body as Upload) // the server's tests prove its shape
    })
    signal.addEventListener('abort', () => request.abort())
    request.send(form)
  })
