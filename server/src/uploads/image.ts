import { upload as limits } from '@hongyan/contract/limits/uploads'
import { Refusal } from '../kit/refusal.ts'

const PIXELS = limits.megapixels * 1_000_000
const TIMEOUT_SECONDS = 30
const JPEG_QUALITY = 90

const formats = { 'image/jpeg': 'jpeg', 'image/png': 'png', 'image/gif': 'gif' } as const
export type ImageType = keyof typeof formats

export const isImage = (type: string): type is ImageType => Object.hasOwn(formats, type)

let loading: ReturnType<typeof load> | null = null

/** Loads the library with the first image. Its threads and its cache would outlast the image. */
async function load() {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}

/**
 * Draws an image anew, upright and without its metadata: no place, no camera, and no bytes that are not of the picture.
 * Keeps the first frame of a moving one. Throws a refusal for an image that is damaged or has too many pixels.
 */
export async function cleanImage(content: Buffer, type: ImageType): Promise<Buffer> {
  const sharp = await (loading ??= load())
  const format = formats[type]
  try {
    const header = await sharp(content, { limitInputPixels: false }).metadata()
    if (header.format !== format) throw new Refusal('upload_wrong_type')
    if (header.width * header.height > PIXELS) throw new Refusal('upload_too_many_pixels')
    return await sharp(content, { limitInputPixels: PIXELS, failOn: 'error', sequentialRead: true })
      .timeout({ seconds: TIMEOUT_SECONDS })
      .autoOrient()
      .toFormat(format, format === 'jpeg' ? { quality: JPEG_QUALITY } : {})
      .toBuffer()
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal('upload_damaged')
  }
}
