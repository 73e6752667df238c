import { MessageScene } from '@hongyan/contract/vocabulary/message'
import { confidences } from '@hongyan/contract/vocabulary/sender-rule'
import { z } from 'zod'
import { readCsvRows } from '../../../kit/csv-rows.ts'
import type { OperatorRow } from '../../../pipeline/operator-texts.ts'

const FileRow = z
  .strictObject({
    country: z.string().regex(/^[A-Z]{2}$/),
    scene: z.union([z.literal('').transform(() => null), z.coerce.number().pipe(z.enum(MessageScene))]),
    place: z.enum(['before', 'after']),
    text: z.string().min(1),
    if_missing: z.enum(['yes', 'no']),
    source: z.string().min(1),
    confidence: z.enum(confidences),
    checked_on: z.iso.date(),
  })
  .transform(({ country, scene, place, text, if_missing }): OperatorRow => ({
    iso2: country,
    scene,
    place,
    text,
    ifMissing: if_missing === 'yes',
  }))

/** Reads the texts that operators add to messages. Throws a StartError where a row is wrong. */
export const readOperatorRows = (file: string): readonly OperatorRow[] => readCsvRows(file, FileRow)
