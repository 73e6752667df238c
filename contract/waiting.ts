import { dates } from './src/limits/screens.ts'
import { EditMode, ExportJobStatus, ParseResult, RecipientSource, SendJobStatus } from './src/vocabulary/job.ts'
import { MessageType } from './src/vocabulary/message.ts'
import { isEvidenceFile } from './src/vocabulary/signature.ts'
import { upstreamProviders } from './src/vocabulary/upstream.ts'

/**
 * Values that sections 3, 5 and 9 of the specification fix and whose screens are still to come. The check of dead code
 * counts this list as their use. Remove a value with the first screen that uses it; the list is empty, and this file
 * deleted, when all 17 routes stand.
 */
void [
  ParseResult,
  RecipientSource,
  SendJobStatus,
  ExportJobStatus,
  EditMode,
  MessageType,
  upstreamProviders,
  dates,
  isEvidenceFile,
]
