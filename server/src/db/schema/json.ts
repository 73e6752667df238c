import type { ColumnType } from 'kysely'

/** JSON, written as text and read as its value. */
export type Json<T> = ColumnType<T, string | null | undefined, string | null>
