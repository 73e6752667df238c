import type { Account } from '@hongyan/contract/endpoints/account/account'
import type { LucideIcon } from 'lucide-react'
import type { TextId } from '../../i18n/ids.ts'
import type { Keywords } from './keywords.ts'

/** A page of the console, as the router takes it. */
export interface Page {
  readonly to: string
  readonly search?: Readonly<Record<string, string>>
  readonly hash?: string
}

/** The surroundings of an action. */
export interface ActionContext {
  readonly account: Account
  /** Shows the keyboard shortcuts in the palette's place. */
  readonly showShortcuts: () => void
}

/** A page, a part of a page, or an action that the palette offers beside the pages of the menu. */
export interface Entry {
  readonly id: string
  /** The texts of its name, joined by colons. */
  readonly title: readonly [TextId, ...TextId[]]
  readonly icon: LucideIcon
  readonly keywords: Keywords
  /** Offered before anything is typed. */
  readonly suggested?: true
  /** Opens a page, or acts at once. */
  readonly open: Page | ((context: ActionContext) => void)
}

/** A record that an id names. */
export interface FoundRecord {
  readonly name: string
  readonly open: Page
}

/** A kind of record that the palette opens by a pasted id. */
export interface RecordKind {
  readonly title: TextId
  readonly icon: LucideIcon
  /** Matches the ids of this kind. */
  readonly ids: RegExp
  /** Finds the account's record with an id; null where there is none. */
  readonly find: (id: string) => Promise<FoundRecord | null>
}

/** The few records of a kind that the palette finds by their names. */
export interface NamedRecords {
  readonly title: TextId
  readonly icon: LucideIcon
  /** Reads all of them. */
  readonly load: () => Promise<readonly (FoundRecord & { readonly id: string })[]>
}

/** The part of a feature in the palette. */
export interface PaletteEntries {
  readonly entries?: readonly Entry[]
  readonly records?: readonly RecordKind[]
  readonly named?: readonly NamedRecords[]
}
