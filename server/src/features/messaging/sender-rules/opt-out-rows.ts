import { mainlandCarriers } from '@hongyan/contract/vocabulary/filing'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import { confidences } from '@hongyan/contract/vocabulary/sender-rule'
import { z } from 'zod'
import { readCsvRows } from '../../../kit/csv-rows.ts'
import type { OptOutRow } from '../../../pipeline/opt-out.ts'

/** Midnight in mainland China, which has one zone without summer time. */
const midnightInChina = (day: string): Date => new Date(`${day}T00:00:00+08:00`)

const FileRow = z.strictObject({
  carrier: z.enum(mainlandCarriers),
  scene: z.coerce.number().pipe(z.enum(MessageScene)),
  phrase: z.string().min(1),
  from: z.union([z.literal('').transform(() => null), z.iso.date().transform(midnightInChina)]),
  source: z.string().min(1),
  confidence: z.enum(confidences),
  checked_on: z.iso.date(),
})

/** Reads the opt-out lines of the mainland carriers. Throws a StartError where a row is wrong. */
export const readOptOutRows = (file: string): readonly OptOutRow[] => readCsvRows(file, FileRow)
