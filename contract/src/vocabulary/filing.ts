/** The carriers of mainland China, at which senders and templates are filed. */
export const mainlandCarriers = ['CMCC', 'CUCC', 'CTCC', 'CBN'] as const
export type MainlandCarrier = (typeof mainlandCarriers)[number]

/** The states of a filing at one carrier. A lapsed one was filed and has to be filed anew. */
export const filingStates = ['not_filed', 'filing', 'filed', 'failed', 'lapsed'] as const
export type FilingState = (typeof filingStates)[number]

/** A carrier's answer. */
export type FilingAnswer = Extract<FilingState, 'filed' | 'failed' | 'lapsed'>

/** The states in which a carrier gives each answer. A carrier that failed a filing may still change its mind. */
const answered: Readonly<Record<FilingAnswer, readonly FilingState[]>> = {
  filed: ['filing', 'failed', 'lapsed'],
  failed: ['filing'],
  lapsed: ['filed'],
}

/** True where a filing in this state may get the answer. */
export const canAnswer = (state: FilingState, answer: FilingAnswer): boolean => answered[answer].includes(state)
