import type { AudienceColumn } from '@hongyan/contract/endpoints/messaging/audiences'
import type { AudienceProblem } from '@hongyan/contract/vocabulary/broadcast'

interface Details {
  readonly problem?: AudienceProblem
  /** The columns and sheets that were found before, so that the owner can choose one. */
  readonly columns?: readonly AudienceColumn[]
  readonly sheets?: readonly string[]
}

/** Ends the reading of a source as ParseFileFailed. */
export class Unreadable extends Error {
  readonly details: Details

  constructor(details: Details = {}) {
    super('the recipients cannot be read')
    this.details = details
  }
}
