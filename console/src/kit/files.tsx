import type { Upload } from '@hongyan/contract/endpoints/upload'
import type { UploadId } from '@hongyan/contract/ids'
import { ApiError } from '../lib/api-error.ts'
import { UploadField } from '../ui/upload/upload-field.tsx'
import type { SendFile } from '../ui/upload/sending.ts'
import { Row } from './row.tsx'

const stored: Upload = {
  id: '01994c9a-7d42-7000-8000-000000000001' as UploadId, // an example
  name: 'business-licence.pdf',
  size: 412_306,
  type: 'application/pdf',
  sha256: '',
}

const STEP = 80
const STEPS = 10

/** Sends to nowhere, with its progress. A file whose name begins with "bad" is refused. */
const pretend: SendFile = async (file, _purpose, { signal, onProgress }) => {
  for (let done = 1; done <= STEPS; done += 1) {
    await new Promise((resolve) => void setTimeout(resolve, STEP))
    signal.throwIfAborted()
    onProgress(done / STEPS)
  }
  if (file.name.startsWith('bad')) throw new ApiError(400, 'The file is damaged. Open it, save it again and retry.')
  return { ...stored, name: file.name, size: file.size, type: file.type }
}
const nothing = () => undefined

/** Fields for files. */
export function Files({ scheme }: { scheme: string }) {
  return (
    <>
      <Row title="One file">
        <div className="w-full">
          <UploadField
            name={`${scheme}-licence`}
            label="Business licence"
            description="A photo or scan in which all four corners are visible."
            purpose="evidence"
            max={1}
            value={[]}
            onChange={nothing}
            send={pretend}
          />
        </div>
      </Row>
      <Row title="Several files">
        <div className="w-full">
          <UploadField
            name={`${scheme}-attachments`}
            label="Attachments"
            purpose="attachment"
            value={[stored]}
            onChange={nothing}
            send={pretend}
          />
        </div>
      </Row>
    </>
  )
}
